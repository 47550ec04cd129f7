import type { ExportText } from './export-block.ts';
import { exportTexts } from './export-texts.ts';
import { ghostHtml, ghostLexical, ghostMobiledoc } from './ghost-formats.ts';

/** What an export holds, for whoever accounts for it. */
export interface ExportCount {
  /** Posts and pages that are to come in. */
  posts: number;
  /** Everything else: each is an item of the source. */
  items: number;
}

/** An export of Ghost 6 as its owner downloads it. */
export interface GhostExportFile extends ExportCount {
  json: string;
  /** Pictures that its posts name, below content/images. */
  pictures: readonly string[];
  texts: readonly ExportText[];
}

const iso = (time: number) => new Date(time).toISOString();
const hexId = (kind: number, number: number) => (kind * 1e9 + number).toString(16).padStart(24, '6');

/** Makes an export with so many posts and pages, of every status, format and visibility. The same number gives the same. */
export function makeGhostExport(count: number, isReal = false): GhostExportFile {
  const texts = exportTexts(count, isReal);
  const tagNames = [...new Set(texts.flatMap(({ tags }) => tags)), '#newsletter'];
  const users = ['Ada Lovelace', 'Grace Hopper', 'Annie Easley'].map(userRow);
  const members = Array.from({ length: Math.ceil(count / 2) }, (_, number) => memberRow(number));
  const tags = tagNames.map(tagRow);
  const tables = {
    newsletters: [{ id: hexId(9, 1), name: 'Weekly', slug: 'weekly', status: 'active' }],
    posts: texts.map(postRow),
    posts_authors: texts.flatMap((_, number) => authorsOf(number)),
    posts_meta: texts.flatMap((_, number) => (number % 4 === 0 ? [metaRow(number)] : [])),
    posts_tags: texts.flatMap(({ tags: names }, number) => tagsOf(names, number, tagNames)),
    products: [{ id: hexId(8, 1), name: 'Free', slug: 'free', type: 'free' }],
    roles: [{ id: hexId(7, 1), name: 'Owner', description: 'Blog Owner' }],
    settings: [
      { id: hexId(6, 1), group: 'site', key: 'title', value: 'Old blog', type: 'string' },
      { id: hexId(6, 2), group: 'site', key: 'timezone', value: 'Etc/UTC', type: 'string' },
    ],
    snippets: [{ id: hexId(5, 1), name: 'Footer', mobiledoc: null, lexical: '{}' }],
    tags,
    users,
    members,
    members_newsletters: members.flatMap(({ id }, number) =>
      number % 3 === 2 ? [] : [{ id: hexId(4, number), member_id: id, newsletter_id: hexId(9, 1) }],
    ),
  };
  const pictures = new Set(
    texts.flatMap(({ blocks }) => blocks.flatMap((block) => (block.kind === 'picture' ? [block.path] : []))),
  );
  return {
    json: JSON.stringify({ db: [{ meta: { exported_on: 1_760_000_000_000, version: '6.2.0' }, data: tables }] }),
    pictures: [...pictures].sort(),
    texts,
    posts: count,
    items:
      tags.length +
      users.length +
      members.length +
      tables.newsletters.length +
      tables.products.length +
      tables.snippets.length,
  };
}

function postRow({ title, slug, date, blocks }: ExportText, number: number) {
  const isDraft = number % 11 === 5;
  // Posts of former versions have mobiledoc; of one in nine the export has no HTML at all.
  const isOld = number % 3 === 0;
  const picture = blocks.find((block) => block.kind === 'picture');
  return {
    id: hexId(1, number),
    uuid: `00000000-0000-4000-8000-${number.toString(16).padStart(12, '0')}`,
    title,
    slug,
    mobiledoc: isOld ? ghostMobiledoc(blocks) : null,
    lexical: isOld ? null : ghostLexical(blocks),
    html: number % 9 === 4 || number % 9 === 3 ? null : ghostHtml(blocks),
    comment_id: hexId(1, number),
    plaintext: blocks.map((block) => ('words' in block ? block.words : '')).join('\n'),
    feature_image: number % 2 === 0 && picture ? `__GHOST_URL__/content/images/${picture.path}` : null,
    featured: number % 50 === 0 ? 1 : 0,
    type: number % 20 === 7 ? 'page' : 'post',
    status: isDraft ? 'draft' : number % 40 === 13 ? 'sent' : 'published',
    locale: null,
    visibility: number % 25 === 9 ? 'paid' : 'public',
    email_recipient_filter: 'all',
    created_at: iso(date - 3_600_000),
    updated_at: iso(date + 86_400_000),
    published_at: isDraft ? null : iso(date),
    custom_excerpt: number % 5 === 0 ? `About ${title}` : null,
    codeinjection_head: number % 30 === 1 ? '<script>count()</script>' : null,
    codeinjection_foot: null,
    custom_template: null,
    canonical_url: null,
    newsletter_id: null,
    show_title_and_feature_image: 1,
  };
}

function authorsOf(number: number) {
  const first = {
    id: hexId(3, number * 2),
    post_id: hexId(1, number),
    author_id: String(1 + (number % 3)),
    sort_order: 0,
  };
  const second = { ...first, id: hexId(3, number * 2 + 1), author_id: String(1 + ((number + 1) % 3)), sort_order: 1 };
  return number % 10 === 0 ? [second, first] : [first];
}

function metaRow(number: number) {
  return {
    id: hexId(2, number),
    post_id: hexId(1, number),
    og_image: null,
    meta_title: `Found ${number}`,
    meta_description: `What is said of ${number} where it is found`,
    email_subject: null,
    feature_image_alt: `Picture ${number}`,
    feature_image_caption: number % 8 === 0 ? '<span>A caption</span>' : null,
  };
}

function tagsOf(names: readonly string[], number: number, all: readonly string[]) {
  const given = number % 6 === 0 ? [...names, '#newsletter'] : names;
  return given
    .map((name, order) => ({
      id: hexId(2, number * 10 + order),
      post_id: hexId(1, number),
      tag_id: hexId(11, all.indexOf(name)),
      sort_order: order,
    }))
    .reverse();
}

function tagRow(name: string, number: number) {
  const isInternal = name.startsWith('#');
  return {
    id: hexId(11, number),
    name,
    slug: isInternal ? `hash-${name.slice(1)}` : name,
    description: null,
    visibility: isInternal ? 'internal' : 'public',
    created_at: iso(1_400_000_000_000),
  };
}

function userRow(name: string, number: number) {
  const slug = name.toLowerCase().replace(' ', '-');
  return {
    id: String(number + 1),
    name,
    slug,
    password: '$2a$10$notahash',
    email: `${slug}@old.example`,
    profile_image: `__GHOST_URL__/content/images/2014/01/${slug}.jpg`,
    bio: number === 0 ? 'Writes.' : null,
    status: 'active',
    visibility: 'public',
  };
}

function memberRow(number: number) {
  return {
    id: hexId(12, number),
    uuid: `10000000-0000-4000-8000-${number.toString(16).padStart(12, '0')}`,
    email: `reader-${number}@mail.example`,
    status: number % 10 === 0 ? 'paid' : 'free',
    name: number % 4 === 0 ? null : `Reader ${number}`,
    note: null,
    email_disabled: number % 12 === 11,
    created_at: iso(1_500_000_000_000 + number * 1000),
  };
}
