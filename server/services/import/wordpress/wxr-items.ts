import type { LeftOut, SourceItem } from '../import-source.ts';
import type { WxrAddresses } from './wxr-addresses.ts';
import { metaOf, textOf } from './wxr-files.ts';
import { authorName, categoryOf, nameOf } from './wxr-index.ts';
import { nameOfItem, type WxrSite } from './wxr-post.ts';
import type { XmlElement } from './xml-records.ts';

/** The types of items that have no place here. */
const LEFT_OUT: Record<string, { what: string; why: string }> = {
  nav_menu_item: { what: 'menu item', why: 'The menus here are made of categories and pages' },
  revision: { what: 'revision', why: 'Only what a post says last is brought in' },
  wp_block: { what: 'shared part', why: 'Its words stand in the posts that use it' },
  wp_navigation: { what: 'menu', why: 'The menus here are made of categories and pages' },
  custom_css: { what: 'style sheet', why: 'The looks of the old site stay there' },
  customize_changeset: { what: 'setting', why: 'The looks of the old site stay there' },
  wp_global_styles: { what: 'style sheet', why: 'The looks of the old site stay there' },
  wp_template: { what: 'template', why: 'The looks of the old site stay there' },
  wp_template_part: { what: 'template', why: 'The looks of the old site stay there' },
  oembed_cache: { what: 'stored embed', why: 'It can be made again' },
};

/** Whether an item is a post or a page that is to be imported. */
export function isPostItem(item: XmlElement): boolean {
  const type = textOf(item, 'wp:post_type') || 'post';
  return (type === 'post' || type === 'page') && !isThrownAway(item);
}

function isThrownAway(item: XmlElement): boolean {
  return ['trash', 'auto-draft'].includes(textOf(item, 'wp:status'));
}

/** The items of the import for an element of an export, besides the posts: also the comments of each post. */
export function* wxrItems(element: XmlElement, site: WxrSite): Generator<SourceItem> {
  if (element.name === 'wp:author') yield authorItem(element, site);
  if (element.name === 'wp:category') yield categoryItem(element, site);
  if (element.name === 'wp:tag') yield tagItem(element, site);
  if (element.name === 'wp:term') yield* termItem(element);
  if (element.name !== 'item') return;
  if (!isPostItem(element)) yield itemOf(element, site);
  const name = nameOfItem(element);
  for (const child of element.children) {
    if (child.name !== 'wp:comment') continue;
    const id = textOf(child, 'wp:comment_id');
    yield leftOut(`comment ${id} of ${name}`, 'comment', 'There are no comments here');
  }
}

function leftOut(file: string, what: string, why: string): LeftOut {
  return { kind: 'left-out', file, what, why };
}

function itemOf(item: XmlElement, { addresses }: WxrSite): SourceItem {
  const file = nameOfItem(item);
  const type = textOf(item, 'wp:post_type') || 'post';
  if (type === 'attachment') {
    const address = textOf(item, 'wp:attachment_url') || textOf(item, 'guid');
    if (!/\.(?:jpe?g|png|gif|webp|avif|apng|svg|bmp|tiff?|heic)(?:\?.*)?$/i.test(address)) {
      return leftOut(file, 'file', 'Only pictures are brought in');
    }
    const [title, alt] = [textOf(item, 'title'), metaOf(item, '_wp_attachment_image_alt')];
    const oldAddresses = pictureAddresses(item, address, addresses);
    const said = { title: title || null, alt: alt || null, oldAddresses };
    return { kind: 'picture', file, address: addresses.picture(address), ...said };
  }
  if (isThrownAway(item)) return leftOut(file, type, 'It was in the bin or never begun');
  const known = Object.hasOwn(LEFT_OUT, type) ? LEFT_OUT[type] : undefined;
  return known
    ? { kind: 'left-out', file, ...known }
    : leftOut(
        file,
        `entry of the type “${type.slice(0, 40)}”`,
        'A plugin made this type; posts and pages are brought in',
      );
}

/**
 * The addresses of a picture: those of its file, of the larger file before WordPress reduced it, and of its own page.
 */
function pictureAddresses(item: XmlElement, url: string, addresses: WxrAddresses): string[] {
  const id = textOf(item, 'wp:post_id');
  const larger = /"original_image";s:\d+:"([^"/]+)"/.exec(metaOf(item, '_wp_attachment_metadata'))?.[1];
  const own = [url, ...(larger === undefined ? [] : [url.replace(/[^/]+$/, () => encodeURIComponent(larger))])];
  const named = [...own, textOf(item, 'link')].flatMap((each) => (each === '' ? [] : (addresses.pathOf(each) ?? [])));
  return [...new Set([...named, ...(id === '' ? [] : [addresses.numbered(`?attachment_id=${id}`)])])];
}

function authorItem(element: XmlElement, { addresses }: WxrSite): SourceItem {
  const login = textOf(element, 'wp:author_login');
  const slug = login
    .toLowerCase()
    .replace(/[^\p{L}\p{N}_-]+/gu, '-')
    .replace(/^-+|-+$/g, '');
  const id = textOf(element, 'wp:author_id');
  return {
    kind: 'author',
    file: `author ${login}`,
    name: authorName(element),
    slug,
    email: textOf(element, 'wp:author_email') || null,
    bio: null,
    avatar: null,
    oldAddresses: [...addresses.archive('author', slug), ...(id === '' ? [] : [addresses.numbered(`?author=${id}`)])],
  };
}

function categoryItem(element: XmlElement, { addresses }: WxrSite): SourceItem {
  const term = categoryOf(element);
  if (term.name === '') return leftOut(`category ${term.slug}`, 'category', 'Has no name');
  return {
    kind: 'category',
    file: `category ${term.slug}`,
    name: term.name,
    slug: term.slug,
    description: textOf(element, 'wp:category_description') || null,
    oldAddresses: [
      ...addresses.archive('category', addresses.categoryPath(term)),
      ...(term.id === '' ? [] : [addresses.numbered(`?cat=${term.id}`)]),
    ],
  };
}

function tagItem(element: XmlElement, { addresses }: WxrSite): SourceItem {
  const slug = textOf(element, 'wp:tag_slug');
  const name = nameOf(textOf(element, 'wp:tag_name'));
  if (name === '') return leftOut(`tag ${slug}`, 'tag', 'Has no name');
  return {
    kind: 'tag',
    file: `tag ${slug}`,
    name,
    slug,
    description: textOf(element, 'wp:tag_description') || null,
    oldAddresses: [...addresses.archive('tag', slug), ...(slug === '' ? [] : [addresses.numbered(`?tag=${slug}`)])],
  };
}

/** Terms of other kinds; WordPress.com repeats categories and tags here. */
function* termItem(element: XmlElement): Generator<SourceItem> {
  const kind = textOf(element, 'wp:term_taxonomy');
  if (kind === 'category' || kind === 'post_tag') return;
  const slug = textOf(element, 'wp:term_slug');
  const what = kind === 'nav_menu' ? 'menu' : `term of the kind “${kind.slice(0, 40)}”`;
  yield leftOut(`${kind || 'term'} ${slug}`, what, 'Posts are filed under categories and tags here');
}
