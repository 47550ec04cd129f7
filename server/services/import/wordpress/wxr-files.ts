import type { FilePlace } from '../places/file-place.ts';
import { readBeginning } from '../places/read-text.ts';
import { decodedXml, withoutBareAmpersands } from './decode-xml.ts';
import { type XmlElement, type XmlRecord, xmlRecords } from './xml-records.ts';

/** The elements of an export that are read separately; `item` is a post, a page, a picture, a menu item … */
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

/** The files of a place that are exports of WordPress (WXR), in the order of their names and numbers. */
export async function findWxrFiles(place: FilePlace): Promise<string[]> {
  const found: string[] = [];
  for (const { name } of place.files) {
    if (!isXml(name)) continue;
    // Also recognizes UTF-16, in which each letter has a zero byte next to it.
    const start = (await readBeginning(place, name, 16_384)).replaceAll('\0', '');
    if (/<rss\b/i.test(start) && /wordpress\.org\/export\/|<wp:wxr_version>/i.test(start)) found.push(name);
  }
  return found.sort(new Intl.Collator('en', { numeric: true }).compare);
}

export function isXml(name: string): boolean {
  return /\.(?:xml|wxr|rss)$/i.test(name);
}

/** The records of one file. The texts of comments are skipped. */
export async function* wxrRecords(place: FilePlace, name: string): AsyncGenerator<XmlRecord> {
  yield* xmlRecords(withoutBareAmpersands(decodedXml(await place.stream(name))), {
    isWanted: (element) => WANTED.has(element),
    isKept: (element, parent) => parent !== 'wp:comment' || element === 'wp:comment_id',
  });
}

/** The text of a child element; "" when there is none. */
export function textOf(element: XmlElement, name: string): string {
  return element.children.find((child) => child.name === name)?.text.trim() ?? '';
}

/** The metadata of WordPress and its plugins about a post; if a key occurs twice, the first value counts. */
export function metaOf(item: XmlElement, ...keys: readonly string[]): string {
  for (const key of keys) {
    const meta = item.children.find((child) => child.name === 'wp:postmeta' && textOf(child, 'wp:meta_key') === key);
    const value = meta ? textOf(meta, 'wp:meta_value') : '';
    if (value !== '') return value;
  }
  return '';
}
