import { plainTitle } from '#shared/content/front-matter/front-matter.ts';
import { ownCopy } from '../own-copy.ts';
import type { FilePlace } from '../places/file-place.ts';
import { textOf as partOf, metaOf as partOfMeta, wxrRecords } from './wxr-files.ts';
import type { XmlElement } from './xml-records.ts';

export interface WxrTerm {
  id: string;
  name: string;
  slug: string;
  /** Slug of the category it lies in; "" for none. */
  parent: string;
}

export interface WxrAttachment {
  url: string;
  alt: string;
  caption: string;
  /** Id of the post it was put into; "0" for none. */
  parent: string;
}

/** What posts refer to. Their own texts are not held. */
export interface WxrIndex {
  siteUrl: string | null;
  version: string;
  /** Display names by logins. */
  authors: ReadonlyMap<string, string>;
  categories: ReadonlyMap<string, WxrTerm>;
  attachments: ReadonlyMap<string, WxrAttachment>;
  attachmentUrls: ReadonlySet<string>;
  /** Ids of attachments by the post they were put into. */
  attachedTo: ReadonlyMap<string, readonly string[]>;
  /** The texts of parts that several posts share, by their ids. */
  sharedBlocks: ReadonlyMap<string, string>;
}

/** What is held until the end holds nothing else. */
const textOf = (element: XmlElement, name: string) => ownCopy(partOf(element, name));
const metaOf = (element: XmlElement, key: string) => ownCopy(partOfMeta(element, key));

/** Characters of all shared parts together. */
const MOST_SHARED = 2_000_000;

/**
 * Reads all files once.
 * @throws ImportFault where one cannot be read at all
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

/** The name an author shows; the login where there is none. */
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

/** WordPress keeps the names of terms as HTML. */
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
