import type { FilePlace } from '../places/file-place.ts';
import { readBeginning } from '../places/read-text.ts';
import { decodedXml, withoutBareAmpersands } from './decode-xml.ts';
import { type XmlElement, type XmlRecord, xmlRecords } from './xml-records.ts';

/** Elements of an export, each read by itself; `item` is a post, a page, a picture, a menu item … */
const WANTED = new Set([
  'item',
  'wp:author',
  'wp:category',
  'wp:tag',
  'wp:term',
  'wp:base_blog_url',
  'wp:base_site_url',
  'wp:wxr_version',
  'generator',
]);

/** Files of a place that are exports of WordPress (WXR), in the order of their names and numbers. */
export async function findWxrFiles(place: FilePlace): Promise<string[]> {
  const found: string[] = [];
  for (const { name } of place.files) {
    if (!isXml(name)) continue;
    // Also in UTF-16, whose letters have a zero beside them.
    const start = (await readBeginning(place, name, 16_384)).replaceAll('\0', '');
    if (/<rss\b/i.test(start) && /wordpress\.org\/export\/|<wp:wxr_version>/i.test(start)) found.push(name);
  }
  return found.sort(new Intl.Collator('en', { numeric: true }).compare);
}

export function isXml(name: string): boolean {
  return /\.(?:xml|wxr|rss)$/i.test(name);
}

/** The records of one file. The texts of comments are passed over. */
export async function* wxrRecords(place: FilePlace, name: string): AsyncGenerator<XmlRecord> {
  yield* xmlRecords(withoutBareAmpersands(decodedXml(await place.stream(name))), {
    isWanted: (element) => WANTED.has(element),
    isKept: (element, parent) => parent !== 'wp:comment' || element === 'wp:comment_id',
  });
}

/** The text of a child; "" where there is none. */
export function textOf(element: XmlElement, name: string): string {
  return element.children.find((child) => child.name === name)?.text.trim() ?? '';
}

/** What WordPress and its plugins say of a post beside its fields; of a key that is there twice the first. */
export function metaOf(item: XmlElement, ...keys: readonly string[]): string {
  for (const key of keys) {
    const meta = item.children.find((child) => child.name === 'wp:postmeta' && textOf(child, 'wp:meta_key') === key);
    const value = meta ? textOf(meta, 'wp:meta_value') : '';
    if (value !== '') return value;
  }
  return '';
}
