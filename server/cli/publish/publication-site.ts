import { readdir } from 'node:fs/promises';
import type { Services } from '#server/services/index.ts';
import type { Layout } from '#server/services/publication/publication-manifest.ts';
import type { Ask } from './ask-app.ts';

/** A site to be published, with everything that the publication asks of it. */
export interface PublicationSite {
  /** Asks the app that makes the pages as files. */
  ask: Ask;
  services: Pick<Services, 'posts' | 'categories' | 'tags' | 'authors' | 'redirects'>;
  /** The site's own origin: "https://blog.example". */
  siteUrl: string;
  /** The origin that receives what readers send: "https://write.blog.example". */
  writer: string;
  layout: Layout;
  /** The addresses of the built files that pages may load. */
  assets: readonly string[];
  /** The addresses of the files at the site's root: icons. */
  rootFiles: readonly string[];
  indexNowKey: string | undefined;
}

/** Returns the addresses of the public files at the root of the built files. */
export async function rootFilesOf(clientFolder: string): Promise<string[]> {
  const entries = await readdir(clientFolder, { withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && !/^\.|\.(br|gz|html)$/.test(entry.name))
    .map(({ name }) => `/${name}`)
    .sort();
}
