import type { ExportText } from './export-block.ts';
import { exportTexts } from './export-texts.ts';
import { ghostHtml, ghostLexical, ghostMobiledoc } from './ghost-formats.ts';
import { ghostReaderTables, ghostSiteTables, hexId, NEWSLETTER_ID, TIER_ID } from './ghost-site-tables.ts';

/** The contents of an export, for the code that accounts for it. */
export interface ExportCount {
  /** The number of posts and pages that should be imported. */
  posts: number;
  /** The number of all other things: each is an item of the source. */
  items: number;
}

/** An export of Ghost 6 with all its tables, the columns of its own schema and the formats of its editors. */
export interface GhostExportFile extends ExportCount {
  json: string;
  /** The pictures that its posts name, below content/images. */
  pictures: readonly string[];
  texts: readonly ExportText[];
}

/** The tables, in addition to the posts, of which an import reports every row; the others belong to the program. */
const TOLD = [
  ...(['benefits', 'comments', 'labels', 'members', 'mobiledoc_revisions', 'newsletters', 'offers'] as const),
  ...(['post_revisions', 'products', 'snippets', 'tags', 'users'] as const),
];
/** Both menus, and the code in the head of every page. */
const TOLD_SETTINGS = 3;

const iso = (time: number) => new Date(time).toISOString();

/**
 * Makes an export with so many posts and pages, of every status, format and visibility. The same number gives the same
 * export.
 */
export function makeGhostExport(count: number, isReal = false): GhostExportFile {
  const texts = exportTexts(count, isReal);
  const tagNames = [...new Set(texts.flatMap(({ tags }) => tags)), '#newsletter'];
  const users = ['Ada Lovelace', 'Grace Hopper', 'Annie Easley'].map(userRow);
  const tags = tagNames.map(tagRow);
  const tables = {
    ...ghostSiteTables(users.length),
    ...ghostReaderTables(count),
    posts: texts.map(postRow),
    posts_authors: texts.flatMap((_, number) => authorsOf(number)),
    posts_meta: texts.flatMap((_, number) => (number % 4 === 0 ? [metaRow(number)] : [])),
    posts_products: texts.flatMap((_, number) =>
      isForTier(number)
        ? [{ id: hexId(23, number), post_id: hexId(1, number), product_id: TIER_ID, sort_order: 0 }]
        : [],
    ),
    posts_tags: texts.flatMap(({ tags: names }, number) => tagsOf(names, number, tagNames)),
    tags,
    users,
  };
  const pictures = new Set(
    texts.flatMap(({ blocks }) => blocks.flatMap((block) => (block.kind === 'picture' ? [block.path] : []))),
  );
  return {
    json: JSON.stringify({ db: [{ meta: { exported_on: 1_760_000_000_000, version: '6.2.0' }, data: tables }] }),
    pictures: [...pictures].sort(),
    texts,
    posts: count,
    items: TOLD.reduce((sum, table) => sum + tables[table].length, TOLD_SETTINGS),
  };
}

const isForTier = (number: number) => number % 25 === 9;

function postRow({ title, slug, date, blocks }: ExportText, number: number) {
  const isDraft = number % 11 === 5;
  const isSent = !isDraft && number % 40 === 13;
  // Posts of earlier versions have mobiledoc; for one in nine the export has no HTML at all.
  const isOld = number % 3 === 0;
  const hasHtml = number % 9 !== 4 && number % 9 !== 3;
  const picture = blocks.find((block) => block.kind === 'picture');
  const plaintext = blocks.map((block) => ('words' in block ? block.words : '')).join('\n');
  return {
    ...{ id: hexId(1, number), uuid: `00000000-0000-4000-8000-${number.toString(16).padStart(12, '0')}`, title, slug },
    mobiledoc: isOld ? ghostMobiledoc(blocks) : null,
    lexical: isOld ? null : ghostLexical(blocks),
    html: hasHtml ? ghostHtml(blocks) : null,
    comment_id: hexId(1, number),
    plaintext: hasHtml ? plaintext : null,
    feature_image: number % 2 === 0 && picture ? `__GHOST_URL__/content/images/${picture.path}` : null,
    featured: number % 50 === 0 ? 1 : 0,
    type: number % 20 === 7 ? 'page' : 'post',
    status: isDraft ? 'draft' : isSent ? 'sent' : 'published',
    locale: null,
    visibility: isForTier(number) ? 'tiers' : number % 25 === 19 ? 'paid' : 'public',
    email_recipient_filter: 'all',
    ...{ created_at: iso(date - 3_600_000), updated_at: iso(date + 86_400_000) },
    published_at: isDraft ? null : iso(date),
    custom_excerpt: number % 5 === 0 ? `About ${title}` : null,
    ...{ auto_excerpt: plaintext.slice(0, 500), reading_time: 1 },
    codeinjection_head: number % 30 === 1 ? '<script>count()</script>' : null,
    ...{ codeinjection_foot: null, custom_template: null, canonical_url: null },
    newsletter_id: isSent ? NEWSLETTER_ID : null,
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
    ...{ id: hexId(2, number), post_id: hexId(1, number), og_image: null, og_title: null, og_description: null },
    ...{ twitter_image: null, twitter_title: null, twitter_description: null },
    meta_title: `Found ${number}`,
    meta_description: `What is said of ${number} where it is found`,
    ...{ email_subject: null, frontmatter: null },
    feature_image_alt: `Picture ${number}`,
    feature_image_caption: number % 8 === 0 ? '<span style="white-space: pre-wrap;">A caption</span>' : null,
    email_only: 0,
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
    ...{ id: hexId(11, number), name, slug: isInternal ? `hash-${name.slice(1)}` : name, description: null },
    ...{ feature_image: null, parent_id: null, visibility: isInternal ? 'internal' : 'public', ...SAID_NOWHERE },
    ...{ codeinjection_head: null, codeinjection_foot: null, canonical_url: null, accent_color: null },
    ...{ created_at: iso(1_400_000_000_000), updated_at: iso(1_400_000_000_000) },
  };
}

/** The texts of a tag for search engines and other sites. */
const SAID_NOWHERE = {
  ...{ og_image: null, og_title: null, og_description: null, twitter_image: null, twitter_title: null },
  ...{ twitter_description: null, meta_title: null, meta_description: null },
};

const NOTIFIED = {
  ...{ comment_notifications: 1, free_member_signup_notification: 1, paid_subscription_started_notification: 1 },
  ...{ paid_subscription_canceled_notification: 0, mention_notifications: 1, recommendation_notifications: 1 },
  ...{ milestone_notifications: 1, donation_notifications: 1, gift_subscription_notifications: 1 },
};

function userRow(name: string, number: number) {
  const slug = name.toLowerCase().replace(' ', '-');
  return {
    ...{ id: String(number + 1), name, slug, password: '$2a$10$notahash', email: `${slug}@old.example` },
    profile_image: `__GHOST_URL__/content/images/2014/01/${slug}.jpg`,
    ...{ cover_image: null, bio: number === 0 ? 'Writes.' : null, website: null, location: null, facebook: null },
    ...{ twitter: null, threads: null, bluesky: null, mastodon: null, tiktok: null, youtube: null, instagram: null },
    ...{ linkedin: null, accessibility: null, status: 'active', locale: null, visibility: 'public' },
    ...{ meta_title: null, meta_description: null, tour: null, last_seen: null, ...NOTIFIED },
    ...{ created_at: iso(1_400_000_000_000), updated_at: iso(1_400_000_000_000) },
  };
}
