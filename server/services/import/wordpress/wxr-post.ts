import { readDate } from '#shared/content/front-matter/front-matter.ts';
import { ImportFault } from '#shared/content/front-matter/import-fault.ts';
import { foreignPost } from '../foreign-post.ts';
import type { SourcePost, UnreadPost } from '../import-source.ts';
import type { WxrAddresses } from './wxr-addresses.ts';
import { metaOf, textOf } from './wxr-files.ts';
import { nameOf, type WxrIndex, type WxrTerm } from './wxr-index.ts';
import { wxrText } from './wxr-text.ts';
import type { XmlElement } from './xml-records.ts';

export interface WxrSite {
  index: WxrIndex;
  addresses: WxrAddresses;
}

/** The name of an item in the report: "post 7 (green-tea)". */
export function nameOfItem(item: XmlElement): string {
  const said = textOf(item, 'wp:post_name') || textOf(item, 'title');
  const id = textOf(item, 'wp:post_id');
  return `${textOf(item, 'wp:post_type') || 'item'} ${id}${said === '' ? '' : ` (${said.slice(0, 100)})`}`.trim();
}

/**
 * Reads a post or page of an export as a post of the import. One that cannot be read is reported, and the others are
 * still read.
 */
export async function readWxrPost(item: XmlElement, site: WxrSite): Promise<SourcePost | UnreadPost> {
  try {
    return await postOf(item, site);
  } catch (error) {
    if (error instanceof ImportFault) return { file: nameOfItem(item), fault: error };
    throw error;
  }
}

async function postOf(item: XmlElement, site: WxrSite): Promise<SourcePost> {
  const { index, addresses } = site;
  const text = await wxrText(item, index, addresses);
  const status = textOf(item, 'wp:status');
  const isLocked = textOf(item, 'wp:post_password') !== '';
  const picture = index.attachments.get(metaOf(item, '_thumbnail_id'));
  const [category, ...others] = categoriesOf(item, index);
  const login = textOf(item, 'dc:creator');
  const isPublic = (status === 'publish' || status === 'future' || status === '') && !isLocked;
  return foreignPost({
    file: nameOfItem(item),
    id: textOf(item, 'wp:post_id'),
    title: textOf(item, 'title'),
    body: text.markdown,
    original: text.original,
    slug: decoded(textOf(item, 'wp:post_name')),
    date: timeOf(item, 'wp:post_date'),
    updated: timeOf(item, 'wp:post_modified'),
    excerpt: textOf(item, 'excerpt:encoded'),
    metaTitle: writtenOut(metaOf(item, '_yoast_wpseo_title', 'rank_math_title', '_aioseo_title', '_aioseop_title')),
    metaDescription: writtenOut(
      metaOf(item, '_yoast_wpseo_metadesc', 'rank_math_description', '_aioseo_description', '_aioseop_description'),
    ),
    image: picture ? addresses.picture(picture.url) : null,
    imageAlt: picture?.alt,
    authors: login === '' ? [] : [index.authors.get(login) ?? login],
    tags: [...termsOf(item, 'post_tag'), ...others],
    category,
    isDraft: !isPublic,
    isFeatured: textOf(item, 'wp:is_sticky') === '1',
    isPage: textOf(item, 'wp:post_type') === 'page',
    oldAddresses: status === 'publish' || status === '' ? oldAddressesOf(item, addresses) : [],
    archives:
      textOf(item, 'wp:post_type') === 'page' || !isPublic || status === 'future'
        ? []
        : addresses.archives(textOf(item, 'wp:post_date') || textOf(item, 'wp:post_date_gmt'), textOf(item, 'link')),
    notes: [
      ...hiddenNotes(status, isLocked),
      ...(others.length === 0
        ? []
        : [`It was in several categories; the others became tags: ${others.join(', ').slice(0, 300)}`]),
      ...text.notes,
    ],
  });
}

function hiddenNotes(status: string, isLocked: boolean): string[] {
  if (status === 'private') return ['It was private: it comes in as a draft'];
  if (isLocked) return ['It was locked with a password: it comes in as a draft'];
  if (status === 'pending') return ['It waited for a review: it comes in as a draft'];
  return [];
}

/**
 * A time in milliseconds since 1970. Drafts have no time in UTC; then the owner's local time is the best that is
 * available.
 */
function timeOf(item: XmlElement, name: string): number | null {
  return (
    readDate(textOf(item, `${name}_gmt`)) ??
    readDate(textOf(item, name)) ??
    (name === 'wp:post_date' ? published(item) : null)
  );
}

function published(item: XmlElement): number | null {
  const time = Date.parse(textOf(item, 'pubDate'));
  return Number.isNaN(time) || time < -62135596800000 ? null : time;
}

/** The names of the terms of an item, in their order. */
function termsOf(item: XmlElement, domain: string): string[] {
  return item.children
    .filter(({ name, attributes }) => name === 'category' && (attributes.domain ?? 'category') === domain)
    .map((term) => nameOf(term.text.trim()))
    .filter((name) => name !== '');
}

/**
 * The primary category according to a plugin, and then the others. WordPress files posts without a category under
 * "Uncategorized".
 */
function categoriesOf(item: XmlElement, { categories }: WxrIndex): string[] {
  const names = item.children
    .filter(
      ({ name, attributes }) =>
        name === 'category' && attributes.domain === 'category' && attributes.nicename !== 'uncategorized',
    )
    .map((term) => nameOf(term.text.trim()))
    .filter((name) => name !== '');
  const id = metaOf(item, '_yoast_wpseo_primary_category', 'rank_math_primary_category');
  const first: WxrTerm | undefined = id === '' ? undefined : [...categories.values()].find((term) => term.id === id);
  return first && names.includes(first.name) ? [first.name, ...names.filter((name) => name !== first.name)] : names;
}

function oldAddressesOf(item: XmlElement, addresses: WxrAddresses): string[] {
  const id = textOf(item, 'wp:post_id');
  const query = textOf(item, 'wp:post_type') === 'page' ? 'page_id' : 'p';
  const named = [textOf(item, 'link'), textOf(item, 'guid')].flatMap((address) =>
    address === '' ? [] : (addresses.pathOf(address) ?? []),
  );
  const numbered = id === '' ? [] : [addresses.numbered(`?${query}=${id}`)];
  return [...named, ...numbered].filter((path) => path !== '/');
}

/** Discards a plugin's text that still contains its placeholders, because nobody wrote it. */
function writtenOut(text: string): string {
  return /%[\w%]+%/.test(text) ? '' : text;
}

function decoded(slug: string): string {
  try {
    return decodeURIComponent(slug);
  } catch {
    return slug;
  }
}
