import type { ghostRows } from './ghost-rows.ts';
import {
  type GhostPostMeta,
  type GhostTag,
  type GhostUser,
  ghostMemberLetter,
  ghostMeta,
  ghostPostAuthor,
  ghostPostMeta,
  ghostPostTag,
  ghostSetting,
  ghostTag,
  ghostUser,
} from './ghost-schema.ts';

type Rows = ReturnType<typeof ghostRows>;

/** The data to which posts refer: all tables except those of posts and members, which may be large. */
export interface GhostIndex {
  version: string | null;
  posts: number;
  tags: ReadonlyMap<string, GhostTag>;
  users: ReadonlyMap<string, GhostUser>;
  postMeta: ReadonlyMap<string, GhostPostMeta>;
  /** The ids of a post's tags, in their order in Ghost. */
  tagsOf(post: string): readonly string[];
  authorsOf(post: string): readonly string[];
  settings: ReadonlyMap<string, string>;
  /** Members who receive at least one newsletter; null when the export does not say. */
  lettered: ReadonlySet<string> | null;
}

/**
 * Reads an export once, to its end.
 * @throws ImportFault when the export is damaged
 */
export async function indexGhost(rows: Rows): Promise<GhostIndex> {
  const tags = new Map<string, GhostTag>();
  const users = new Map<string, GhostUser>();
  const postMeta = new Map<string, GhostPostMeta>();
  const settings = new Map<string, string>();
  const [postTags, postAuthors] = [createLinks(), createLinks()];
  let lettered: Set<string> | null = null;
  let version: string | null = null;
  let posts = 0;
  const take: Record<string, (value: unknown) => void> = {
    meta: (value) => {
      version = ghostMeta.safeParse(value).data?.version ?? version;
    },
    posts: () => {
      posts += 1;
    },
    tags: (value) => keep(tags, ghostTag.safeParse(value).data),
    users: (value) => keep(users, ghostUser.safeParse(value).data),
    posts_meta: (value) => {
      const read = ghostPostMeta.safeParse(value).data;
      if (read) postMeta.set(read.post_id, read);
    },
    posts_tags: (value) => {
      const read = ghostPostTag.safeParse(value).data;
      if (read) postTags.add(read.post_id, read.tag_id, read.sort_order);
    },
    posts_authors: (value) => {
      const read = ghostPostAuthor.safeParse(value).data;
      if (read) postAuthors.add(read.post_id, read.author_id, read.sort_order);
    },
    settings: (value) => {
      const read = ghostSetting.safeParse(value).data;
      if (typeof read?.value === 'string') settings.set(read.key, read.value);
    },
    members_newsletters: (value) => {
      lettered ??= new Set();
      const read = ghostMemberLetter.safeParse(value).data;
      if (read) lettered.add(read.member_id);
    },
  };
  for await (const { table, value } of rows) take[table]?.(value);
  return { version, posts, tags, users, postMeta, tagsOf: postTags.of, authorsOf: postAuthors.of, settings, lettered };
}

function keep<Row extends { id: string }>(rows: Map<string, Row>, row: Row | undefined): void {
  if (row && !rows.has(row.id)) rows.set(row.id, row);
}

function createLinks() {
  const links = new Map<string, { id: string; order: number }[]>();
  return {
    add(post: string, id: string, order: number | null | undefined) {
      const known = links.get(post) ?? [];
      known.push({ id, order: order ?? known.length });
      links.set(post, known);
    },
    of: (post: string): readonly string[] =>
      (links.get(post) ?? []).toSorted((a, b) => a.order - b.order).map(({ id }) => id),
  };
}
