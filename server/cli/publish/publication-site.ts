import { readdir } from 'node:fs/promises';
import type { Services } from '#server/services/index.ts';
import type { Layout } from '#server/services/publication/publication-manifest.ts';
import type { Ask } from './ask-app.ts';

/** A site to be published: what there is to ask. */
export interface PublicationSite {
  /** The app whose pages are made to be files. */
  ask: Ask;
  services: Pick<Services, 'posts' | 'categories' | 'tags' | 'authors' | 'redirects'>;
  /** The site's own: "https://blog.example". */
  siteUrl: string;
  /** Takes what readers send: "https://write.blog.example". */
  writer: string;
  layout: Layout;
  /** Addresses of the built files pages may load. */
  assets: readonly string[];
  /** Addresses of what lies at the site's root: icons. */
  rootFiles: readonly string[];
  indexNowKey: string | undefined;
}

/** The addresses of what lies at the root of the built files and is for everybody. */
export async function rootFilesOf(clientFolder: string): Promise<string[]> {
  const entries = await readdir(clientFolder, { withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && !/^\.|\.(br|gz|html)$/.test(entry.name))
    .map(({ name }) => `/${name}`)
    .sort();
}
