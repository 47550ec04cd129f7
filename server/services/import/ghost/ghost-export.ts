import { ImportFault } from '#shared/content/front-matter/import-fault.ts';
import type { ImportSource, SourceItem } from '../import-source.ts';
import type { FilePlace } from '../places/file-place.ts';
import { kindOf } from '../places/open-place.ts';
import { pictureItems } from '../places/picture-items.ts';
import { createPlacePictures } from '../places/place-pictures.ts';
import { readBeginning, readText } from '../places/read-text.ts';
import { refusedItems } from '../places/refused-items.ts';
import { isSubscriberList, subscribersOf } from '../subscribers-csv.ts';
import { ghostAddresses } from './ghost-addresses.ts';
import { indexGhost } from './ghost-index.ts';
import { ghostItem } from './ghost-items.ts';
import { ghostRedirects } from './ghost-redirects.ts';
import { ghostRows } from './ghost-rows.ts';
import { type GhostSite, readGhostPost } from './read-ghost-post.ts';

/** An export of Ghost 1 to 6. */
export const ghostExport = kindOf({
  says: 'an export of Ghost: its JSON file, or a zip or folder with it and content/images',
  couldRead: (place) => place.files.some(({ name }) => isJson(name)),
  async open(place) {
    const file = await findExport(place);
    return file === null ? null : openGhost(place, file);
  },
});

function isJson(name: string): boolean {
  return /\.json$/i.test(name) && !/(?:^|\/)(?:redirects|package|ninefold-export|manifest)\.json$/i.test(name);
}

/** The largest JSON file that begins like an export. */
async function findExport(place: FilePlace): Promise<string | null> {
  const files = place.files.filter(({ name }) => isJson(name) && name.split('/').length < 6);
  for (const { name } of files.toSorted((a, b) => b.size - a.size).slice(0, 20)) {
    const start = await readBeginning(place, name, 4096);
    if (
      /^\ufeff?\s*\{\s*"(?:db|meta|data)"\s*:\s*[[{]/.test(start) &&
      /"(?:data|version|exported_on|posts)"/.test(start)
    ) {
      return name;
    }
  }
  return null;
}

async function openGhost(place: FilePlace, file: string): Promise<ImportSource> {
  const rows = async () => ghostRows(await place.stream(file));
  const index = await indexGhost(await rows());
  if (index.posts === 0)
    throw new ImportFault(`${file} holds no posts. Is it the export that Ghost makes in its settings?`);
  const pictures = createPlacePictures(place);
  const routes = place.files.find(({ name }) => /(?:^|\/)routes\.ya?ml$/i.test(name));
  const addresses = ghostAddresses(
    routes ? await readText(place, routes.name, 1_000_000) : null,
    index.settings.get('permalinks') ?? null,
    index.settings.get('timezone') ?? index.settings.get('active_timezone') ?? 'UTC',
  );
  const site: GhostSite = { index, addresses, picture: withoutSite, link: withoutSite };
  return {
    program: index.version ? `Ghost ${index.version}` : 'Ghost',
    siteUrl: null,
    async *posts() {
      let number = 0;
      for await (const { table, value } of await rows()) {
        if (table !== 'posts') continue;
        number += 1;
        yield await readGhostPost(value, number, site);
      }
    },
    async *items() {
      const counts = new Map<string, number>();
      for await (const { table, value } of await rows()) {
        const number = (counts.get(table) ?? 0) + 1;
        counts.set(table, number);
        const item = ghostItem(table, value, number, site);
        if (item) yield item;
      }
      yield* otherFiles(place);
    },
    findPicture: pictures.find,
    manifest: null,
    close: () => place.close(),
  };
}

/** Turns an address of the site itself into a path from its root. */
function withoutSite(address: string): string {
  return address.replace(/^__GHOST_URL__(?=\/|$)/, '') || '/';
}

async function* otherFiles(place: FilePlace): AsyncGenerator<SourceItem> {
  for (const { name } of place.files) {
    if (/(?:^|\/)redirects\.(?:json|ya?ml)$/i.test(name)) {
      yield* await readOr(name, 'list of redirects', async () => ghostRedirects(name, await readText(place, name)));
    }
    if (/\.csv$/i.test(name)) {
      yield* await readOr(name, 'list of members', async () => {
        const text = await readText(place, name);
        if (isSubscriberList(text)) return subscribersOf(name, text);
        return [{ kind: 'left-out', file: name, what: 'table', why: 'It is no list of members' }];
      });
    }
  }
  for (const theme of themesOf(place)) {
    yield { kind: 'left-out', file: theme, what: 'theme', why: 'The looks of the old site stay there' };
  }
  // Ghost's own importer also stores pictures among files to download, and its posts name them there.
  const pictures = ['content/images', 'content/files'].flatMap((folder) => [...pictureItems(place, folder)]);
  yield* pictures;
  const known = new Set(pictures.map(({ file }) => file));
  for (const { name } of place.files) {
    if (/(?:^|\/)content\/(?:media|files)\//.test(name) && !known.has(name)) {
      yield { kind: 'left-out', file: name, what: 'file', why: 'Only pictures are brought in' };
    }
  }
  yield* refusedItems(place);
}

/** The themes of a complete export, each a folder or an opened archive. */
function themesOf({ files }: FilePlace): Set<string> {
  return new Set(files.flatMap(({ name }) => /^(?:.*\/)?themes\/[^/]+(?=\/)/.exec(name)?.[0] ?? []));
}

/** If an additional file cannot be read, this is reported, and the others are still read. */
async function readOr(file: string, what: string, read: () => Promise<SourceItem[]>): Promise<SourceItem[]> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof ImportFault || error instanceof SyntaxError)) throw error;
    return [{ kind: 'left-out', file, what, why: `Cannot be read: ${error.message.slice(0, 200)}` }];
  }
}
