import { ImportFault } from '#shared/content/front-matter/import-fault.ts';
import type { ImportSource, SourceItem, SourcePost, UnreadPost } from '../import-source.ts';
import { ownCopy } from '../own-copy.ts';
import type { FilePlace } from '../places/file-place.ts';
import { kindOf } from '../places/open-place.ts';
import { createPlacePictures } from '../places/place-pictures.ts';
import { refusedItems } from '../places/refused-items.ts';
import { createWxrAddresses } from './wxr-addresses.ts';
import { findWxrFiles, isXml, textOf, wxrRecords } from './wxr-files.ts';
import { indexWxr } from './wxr-index.ts';
import { isPostItem, wxrItems } from './wxr-items.ts';
import { nameOfItem, readWxrPost, type WxrSite } from './wxr-post.ts';
import type { XmlElement } from './xml-records.ts';

/** Exports of WordPress (WXR 1.0 to 1.2): one file or several of one site. */
export const wordpressExport = kindOf({
  says: 'an export of WordPress: its XML file, or a zip or folder with one or several and wp-content/uploads',
  couldRead: (place) => place.files.some(({ name }) => isXml(name)),
  async open(place) {
    const files = await findWxrFiles(place);
    return files.length === 0 ? null : openWordpress(place, files);
  },
});

async function openWordpress(place: FilePlace, files: readonly string[]): Promise<ImportSource> {
  const index = await indexWxr(place, files);
  const pictures = createPlacePictures(place);
  const site: WxrSite = { index, addresses: createWxrAddresses(index, pictures) };
  return {
    program: `WordPress ${index.version}`.trim(),
    siteUrl: index.siteUrl,
    posts: () => postsOf(place, files, site),
    items: () => itemsOf(place, files, site),
    findPicture: pictures.find,
    manifest: null,
    close: () => place.close(),
  };
}

/** Returns a function that recognizes repeated elements: the files of one site may overlap. */
function createOnce(): (element: XmlElement) => boolean {
  const seen = new Set<string>();
  return (element) => {
    const id = element.name === 'item' ? textOf(element, 'wp:post_id') : keyOf(element);
    if (id === '') return true;
    const key = ownCopy(`${element.name} ${id}`);
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  };
}

function keyOf(element: XmlElement): string {
  const slug = ['wp:author_login', 'wp:category_nicename', 'wp:tag_slug', 'wp:term_slug']
    .map((name) => textOf(element, name))
    .join(' ');
  return `${slug.trim()} ${textOf(element, 'wp:term_taxonomy')}`.trim();
}

async function* postsOf(
  place: FilePlace,
  files: readonly string[],
  site: WxrSite,
): AsyncGenerator<SourcePost | UnreadPost> {
  const isFirst = createOnce();
  for (const file of files) {
    for await (const record of wxrRecords(place, file)) {
      if (record.kind === 'fault') {
        const place = record.after === '' ? '' : ` What stood behind “${record.after.slice(0, 100)}” is missing.`;
        yield { file, fault: new ImportFault(`${record.message}.${place}`) };
      } else if (record.element.name === 'item' && isFirst(record.element) && isPostItem(record.element)) {
        yield await readWxrPost(record.element, site);
      }
    }
  }
}

async function* itemsOf(place: FilePlace, files: readonly string[], site: WxrSite): AsyncGenerator<SourceItem> {
  const isFirst = createOnce();
  for (const file of files) {
    for await (const record of wxrRecords(place, file)) {
      if (record.kind === 'fault') continue;
      if (isFirst(record.element)) yield* wxrItems(record.element, site);
      else if (record.element.name === 'item') {
        yield {
          kind: 'left-out',
          file: nameOfItem(record.element),
          what: 'repeated entry',
          why: `Is in an earlier file too (${file})`,
        };
      }
    }
  }
  yield* refusedItems(place);
}
