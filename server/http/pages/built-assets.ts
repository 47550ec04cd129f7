import { readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import type { SiteAssets } from '#server/site/server/assets.ts';
import type { BrowserEntry } from './render-page.ts';

const manifestSchema = z.record(
  z.string(),
  z.object({
    file: z.string(),
    name: z.string().optional(),
    css: z.array(z.string()).optional(),
    imports: z.array(z.string()).optional(),
    dynamicImports: z.array(z.string()).optional(),
    assets: z.array(z.string()).optional(),
  }),
);

/** The styles that a page needs only on paper. */
const PRINT = 'server/site/print.css';
/** The script that the search page of a published site loads in addition: its search runs in the browser. */
const PUBLISHED_SEARCH = 'server/site/browser/published/published-search.ts';
const ENTRIES = { site: 'server/site/browser/enhancer.ts', admin: 'server/admin/browser/main.tsx' };
/** The file that the reading site's entry only imports (`vite.config.ts`): pages name this file directly. */
const ENHANCER = 'enhancer';
/** The two fonts that every page loads first; others load when a page uses them. */
const FIRST_FONTS = /\/(newsreader|schibsted-grotesk)-basic[^/]*\.woff2$/;

function readBuilt(clientFolder: string) {
  const file = path.join(clientFolder, '.vite', 'manifest.json');
  return { file, manifest: manifestSchema.parse(JSON.parse(readFileSync(file, 'utf8'))) };
}

/** The addresses of all built files that pages of the reading site may ever load. */
export function siteAssets(clientFolder: string): string[] {
  const { manifest } = readBuilt(clientFolder);
  const known = new Set<string>();
  const files = new Set<string>();
  const collect = (name: string) => {
    const chunk = manifest[name];
    if (!chunk || known.has(name)) return;
    known.add(name);
    for (const each of [chunk.file, ...(chunk.css ?? []), ...(chunk.assets ?? [])]) files.add(`/${each}`);
    for (const each of [...(chunk.imports ?? []), ...(chunk.dynamicImports ?? [])]) collect(each);
  };
  for (const name of [ENTRIES.site, PRINT, PUBLISHED_SEARCH]) collect(name);
  return [...files];
}

/**
 * The files that a page's head names, read from the manifest of the build. `clientFolder` contains
 * `.vite/manifest.json`.
 */
export function builtAssets(clientFolder: string, browserEntry: BrowserEntry = 'site'): SiteAssets {
  const { file, manifest } = readBuilt(clientFolder);
  const entryName = ENTRIES[browserEntry];
  const entry = manifest[entryName];
  if (!entry) throw new Error(`${file} does not name ${entryName}`);
  const chunks = new Set<string>();
  const collect = (name: string) => {
    const chunk = manifest[name];
    if (!chunk || chunks.has(name)) return;
    chunks.add(name);
    for (const imported of chunk.imports ?? []) collect(imported);
  };
  collect(entryName);
  const parts = [...chunks].flatMap((name) => manifest[name] ?? []);
  const script = parts.find(({ name }) => browserEntry === 'site' && name === ENHANCER) ?? entry;
  const fonts = Object.values(manifest).flatMap((chunk) => [chunk.file, ...(chunk.assets ?? [])]);
  return {
    entry: `/${script.file}`,
    css: [...new Set(parts.flatMap((part) => part.css ?? []))].map((name) => `/${name}`),
    print: browserEntry === 'site' && manifest[PRINT] ? [`/${manifest[PRINT].file}`] : [],
    preloads: parts.filter((part) => part !== entry && part !== script).map((part) => `/${part.file}`),
    ...(manifest[PUBLISHED_SEARCH] && { publishedSearch: `/${manifest[PUBLISHED_SEARCH].file}` }),
    fonts: [...new Set(fonts.filter((name) => FIRST_FONTS.test(name)))].map((name) => `/${name}`),
  };
}
