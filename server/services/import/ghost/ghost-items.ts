import type { LeftOut, SourceItem } from '../import-source.ts';
import type { GhostAddresses } from './ghost-addresses.ts';
import type { GhostIndex } from './ghost-index.ts';
import { redirectOf } from './ghost-redirects.ts';
import { type GhostTag, type GhostUser, ghostMember, ghostSetting } from './ghost-schema.ts';

/**
 * Rows of Ghost's tables that have no place here. Tables that are not named belong to the program, not to its owner.
 */
const LEFT_OUT: Record<string, { what: string; why: string }> = {
  snippets: { what: 'snippet', why: 'Parts of texts that are kept for later have no place here' },
  newsletters: { what: 'newsletter', why: 'There is one letter here, to the site, a category, a tag or an author' },
  products: { what: 'tier', why: 'Nothing is sold here' },
  benefits: { what: 'benefit of a tier', why: 'Nothing is sold here' },
  offers: { what: 'offer', why: 'Nothing is sold here' },
  labels: { what: 'label of members', why: 'Subscribers have no labels here' },
  collections: { what: 'collection', why: 'Categories and tags stand for it' },
  recommendations: { what: 'recommendation', why: 'Recommendations of other sites have no place here' },
  comments: { what: 'comment', why: 'There are no comments here' },
  post_revisions: { what: 'revision', why: 'Only what a post says last is brought in' },
  mobiledoc_revisions: { what: 'revision', why: 'Only what a post says last is brought in' },
};

/** Settings of the site that its readers saw; other settings belong to the program. */
const SETTINGS: Record<string, { what: string; why: string }> = {
  navigation: { what: 'menu', why: 'The menus here are made of categories and pages' },
  secondary_navigation: { what: 'menu', why: 'The menus here are made of categories and pages' },
  codeinjection_head: { what: 'injected code', why: 'No page here runs code of another program' },
  codeinjection_foot: { what: 'injected code', why: 'No page here runs code of another program' },
  announcement_content: { what: 'announcement', why: 'No page here has a line above it' },
};

interface Context {
  index: GhostIndex;
  addresses: GhostAddresses;
  picture(address: string): string;
}

/**
 * The item of the import for a row of a table other than posts; null for a row that belongs to the program. `number` is
 * the row's position in its table.
 */
export function ghostItem(table: string, row: unknown, number: number, context: Context): SourceItem | null {
  const file = `${table} ${number}`;
  if (table === 'tags') return tagItem(row, file, context);
  if (table === 'users') return authorItem(row, file, context);
  if (table === 'members' || table === 'subscribers') return memberItem(row, file, context.index);
  if (table === 'custom_redirects') return redirectOf(file, row);
  if (table === 'settings') return settingItem(row);
  const known = Object.hasOwn(LEFT_OUT, table) ? LEFT_OUT[table] : undefined;
  return known ? { kind: 'left-out', file, ...known } : null;
}

function idOf(row: unknown): string {
  return typeof row === 'object' && row !== null && 'id' in row ? String(row.id) : '';
}

function tagItem(row: unknown, file: string, { index, addresses }: Context): SourceItem {
  const tag: GhostTag | undefined = index.tags.get(idOf(row));
  if (!tag) return damaged(file, 'tag');
  if (tag.visibility === 'internal' || tag.name.startsWith('#')) {
    return { kind: 'left-out', file: `tag ${tag.name}`, what: 'internal tag', why: 'Readers never saw it' };
  }
  const slug = tag.slug ?? '';
  return {
    kind: 'tag',
    file: `tag ${tag.name}`,
    name: tag.name,
    slug,
    description: tag.description,
    oldAddresses: slug === '' ? [] : addresses.tag(slug),
  };
}

function authorItem(row: unknown, file: string, { index, addresses, picture }: Context): SourceItem {
  const user: GhostUser | undefined = index.users.get(idOf(row));
  if (!user) return damaged(file, 'author');
  const slug = user.slug ?? '';
  const avatar = user.profile_image ?? user.image;
  return {
    kind: 'author',
    file: `author ${user.name}`,
    name: user.name,
    slug,
    email: user.email,
    bio: user.bio,
    avatar: avatar ? picture(avatar) : null,
    oldAddresses: slug === '' ? [] : addresses.author(slug),
  };
}

function memberItem(row: unknown, file: string, { lettered }: GhostIndex): SourceItem {
  const read = ghostMember.safeParse(row);
  if (!read.success) return damaged(file, 'member');
  const { id, email, name, status, subscribed, email_disabled, created_at } = read.data;
  // Current versions store it by the member's newsletters, older versions with the member.
  const isSubscribed =
    subscribed !== null && subscribed !== undefined
      ? Boolean(subscribed)
      : lettered !== null && id !== undefined
        ? lettered.has(id)
        : status !== 'unsubscribed';
  return {
    kind: 'subscriber',
    file: `member ${email}`,
    email,
    name,
    isSubscribed: isSubscribed && !email_disabled,
    since: created_at,
  };
}

function settingItem(row: unknown): LeftOut | null {
  const setting = ghostSetting.safeParse(row).data;
  const known = setting && Object.hasOwn(SETTINGS, setting.key) ? SETTINGS[setting.key] : undefined;
  if (!setting || !known) return null;
  const isEmpty = typeof setting.value !== 'string' || /^\s*(?:\[\s*\]\s*)?$/.test(setting.value);
  return isEmpty ? null : { kind: 'left-out', file: `setting ${setting.key}`, ...known };
}

function damaged(file: string, what: string): LeftOut {
  return { kind: 'left-out', file, what, why: 'Its row in the export cannot be read' };
}
