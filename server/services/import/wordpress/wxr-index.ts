import { plainTitle } from '#shared/content/front-matter/front-matter.ts';
import { ownCopy } from '../own-copy.ts';
import type { FilePlace } from '../places/file-place.ts';
import { textOf as partOf, metaOf as partOfMeta, wxrRecords } from './wxr-files.ts';
import type { XmlElement } from './xml-records.ts';

export interface WxrTerm {
  id: string;
  name: string;
  slug: string;
  /** The slug of the parent category; "" for none. */
  parent: string;
}

export interface WxrAttachment {
  url: string;
  alt: string;
  caption: string;
  /** The id of the post to which it is attached; "0" for none. */
  parent: string;
}

/** The data to which posts refer, without the posts' own texts. */
export interface WxrIndex {
  siteUrl: string | null;
  version: string;
  /** Display names by login. */
  authors: ReadonlyMap<string, string>;
  categories: ReadonlyMap<string, WxrTerm>;
  attachments: ReadonlyMap<string, WxrAttachment>;
  attachmentUrls: ReadonlySet<string>;
  /** The ids of attachments by the post to which they are attached. */
  attachedTo: ReadonlyMap<string, readonly string[]>;
  /** The texts of blocks that several posts share, by id. */
  sharedBlocks: ReadonlyMap<string, string>;
}

/** Values that are kept to the end are copied, so that they do not keep the text of the whole file in memory. */
const textOf = (element: XmlElement, name: string) => ownCopy(partOf(element, name));
const metaOf = (element: XmlElement, key: string) => ownCopy(partOfMeta(element, key));

/** The largest number of characters of all shared blocks together. */
const MOST_SHARED = 2_000_000;

/**
 * Reads all files once.
 * @throws ImportFault when one of them cannot be read at all
 */
export async function indexWxr(place: FilePlace, files: readonly string[]): Promise<WxrIndex> {
  const authors = new Map<string, string>();
  const categories = new Map<string, WxrTerm>();
  const attachments = new Map<string, WxrAttachment>();
  const attachedTo = new Map<string, string[]>();
  const sharedBlocks = new Map<string, string>();
  let shared = 0;
  const said = new Map<string, string>();
  const take = (element: XmlElement) => {
    if (element.name === 'wp:author') {
      const login = textOf(element, 'wp:author_login');
      if (login !== '') authors.set(login, authorName(element));
    } else if (element.name === 'wp:category') {
      const term = categoryOf(element);
      if (term.slug !== '' && !categories.has(term.slug)) categories.set(term.slug, term);
    } else if (element.name === 'item') {
      const id = textOf(element, 'wp:post_id');
      const type = textOf(element, 'wp:post_type');
      if (type === 'attachment') {
        const attachment = attachmentOf(element);
        attachments.set(id, attachment);
        if (attachment.parent !== '0') {
          const beside = attachedTo.get(attachment.parent);
          if (beside) beside.push(id);
          else attachedTo.set(attachment.parent, [id]);
        }
      }
      const text = type === 'wp_block' ? textOf(element, 'content:encoded') : '';
      shared += text.length;
      if (text !== '' && shared <= MOST_SHARED) sharedBlocks.set(id, text);
    } else if (!said.has(element.name)) said.set(element.name, ownCopy(element.text.trim()));
  };
  for (const file of files) {
    for await (const record of wxrRecords(place, file)) if (record.kind === 'element') take(record.element);
  }
  return {
    siteUrl: siteOf(said.get('wp:base_blog_url') || said.get('wp:base_site_url') || ''),
    version: /[?&]v=([\d.]{1,12})/.exec(said.get('generator') ?? '')?.[1] ?? '',
    authors,
    categories,
    attachments,
    attachmentUrls: new Set([...attachments.values()].map(({ url }) => url)),
    attachedTo,
    sharedBlocks,
  };
}

/** The display name of an author; the login when there is none. */
export function authorName(author: XmlElement): string {
  const whole = `${textOf(author, 'wp:author_first_name')} ${textOf(author, 'wp:author_last_name')}`.trim();
  return textOf(author, 'wp:author_display_name') || whole || textOf(author, 'wp:author_login');
}

export function categoryOf(element: XmlElement): WxrTerm {
  return {
    id: textOf(element, 'wp:term_id'),
    name: nameOf(textOf(element, 'wp:cat_name')),
    slug: textOf(element, 'wp:category_nicename'),
    parent: textOf(element, 'wp:category_parent'),
  };
}

/** WordPress stores the names of terms as HTML. */
export function nameOf(text: string): string {
  return text === '' ? '' : plainTitle(text);
}

function attachmentOf(item: XmlElement): WxrAttachment {
  return {
    url: textOf(item, 'wp:attachment_url') || textOf(item, 'guid'),
    alt: metaOf(item, '_wp_attachment_image_alt'),
    caption: textOf(item, 'excerpt:encoded'),
    parent: textOf(item, 'wp:post_parent') || '0',
  };
}

function siteOf(address: string): string | null {
  if (!/^https?:\/\//i.test(address) || !URL.canParse(address)) return null;
  const { origin, pathname } = new URL(address);
  return origin + pathname.replace(/\/+$/, '');
}
