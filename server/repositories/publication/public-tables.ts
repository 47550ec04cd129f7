import type { Schema } from '#server/db/schema.ts';

/** A column as readers get it: unchanged, or a replacement (SQL over the row `t` of the writer's database). */
type PublicColumn = 'public' | { instead: string };

/**
 * A table of which readers get rows. `rows` is their condition (SQL over the row `t`, for the posts whose ids `posts`
 * returns); without it, readers get all rows. A column that is not named is private: it gets its default value, or null
 * if it has none.
 */
export interface PublicTable {
  rows?: (posts: string) => string;
  columns: Readonly<Record<string, PublicColumn>>;
}

const asTheyAre = (...names: string[]): Record<string, 'public'> =>
  Object.fromEntries(names.map((name) => [name, 'public']));
const ofPosts = (column: string) => (posts: string) => `t.${column} in (${posts})`;
const liveTags = (column: string) => (posts: string) =>
  `t.${column} in (select x.tag_id from src.post_tags x where x.post_id in (${posts}))`;
/** The pictures that the posts show, and those of the authors. */
const picturesOf = (posts: string) => `
  select i.id from src.images i where i.deleted_at is null and (
    i.filename in (select x.filename from src.post_images x where x.post_id in (${posts}))
    or i.id in (select r.image_id from src.image_redirects r
      where r.filename in (select x.filename from src.post_images x where x.post_id in (${posts})))
    or '/uploads/' || i.filename in (select a.avatar from src.authors a where a.avatar is not null)
    or i.id in (select r.image_id from src.image_redirects r
      where '/uploads/' || r.filename in (select a.avatar from src.authors a where a.avatar is not null)))`;

/**
 * The ranges of characters that models wrote, without the models and the times; and only when the site tells readers
 * about models.
 */
const publicProvenance = `case
  when t.provenance is null or not json_valid(t.provenance)
    or coalesce((select json_extract(s.value, '$.modelNote') from src.settings s where s.key = 'site'), 'hide') <> 'show'
  then null
  else json_object(
    'sources', json('[{"model":null,"run":null,"step":null,"promptVersion":0,"help":null,"at":null}]'),
    'ranges', json((select json_group_array(json_array(json_extract(r.value, '$[0]'), json_extract(r.value, '$[1]'), 0))
      from json_each(t.provenance, '$.ranges') r)))
  end`;

/**
 * The parts of the writer's database that readers may see, table by table, in the order in which the rows refer to each
 * other. This is the only such list: what it does not name is private, and a test compares it with the schema, so that
 * a new table or column has to be named here or below.
 */
const PUBLIC_TABLES = {
  categories: { columns: asTheyAre('id', 'name', 'slug', 'description', 'color', 'icon') },
  tags: { rows: liveTags('id'), columns: asTheyAre('id', 'name', 'slug') },
  authors: {
    columns: { ...asTheyAre('id', 'name', 'slug', 'bio', 'avatar'), email: { instead: "'author-' || t.id" } },
  },
  author_redirects: { columns: asTheyAre('slug', 'author_id') },
  tag_redirects: { rows: liveTags('tag_id'), columns: asTheyAre('slug', 'tag_id') },
  images: {
    rows: (posts) => `t.id in (${picturesOf(posts)})`,
    columns: {
      ...asTheyAre(
        'id',
        'filename',
        'share_filename',
        'width',
        'height',
        'size',
        'srcset',
        'alt',
        'focus',
        'created_at',
      ),
      original_filename: { instead: "''" },
    },
  },
  image_redirects: {
    rows: (posts) => `t.image_id in (${picturesOf(posts)})`,
    columns: asTheyAre('filename', 'image_id'),
  },
  blog_posts: {
    rows: ofPosts('id'),
    columns: {
      ...asTheyAre('id', 'title', 'slug', 'subtitle', 'excerpt', 'content', 'html', 'html_version', 'body', 'tags'),
      ...asTheyAre('featured_image', 'featured_image_alt', 'featured_image_focus', 'category_id', 'author_id'),
      ...asTheyAre(
        'published',
        'featured',
        'read_time',
        'views',
        'version',
        'published_at',
        'created_at',
        'updated_at',
      ),
      ...asTheyAre('content_updated_at', 'meta_title', 'meta_description', 'product_app', 'product_app_url', 'embeds'),
      ...asTheyAre('series_name', 'series_number'),
      provenance: { instead: publicProvenance },
    },
  },
  post_tags: { rows: ofPosts('post_id'), columns: asTheyAre('post_id', 'tag_id', 'position') },
  post_images: { rows: ofPosts('post_id'), columns: asTheyAre('post_id', 'filename') },
  redirects: { rows: ofPosts('post_id'), columns: asTheyAre('slug', 'post_id', 'created_at') },
  path_redirects: {
    columns: asTheyAre('id', 'path', 'target', 'target_path', 'status', 'created_at', 'updated_at'),
  },
  settings: {
    rows: () => "t.key in ('site', 'site-id')",
    columns: asTheyAre('key', 'value', 'updated_at'),
  },
} as const satisfies Partial<Record<keyof Schema, PublicTable>>;

export const publicTables: ReadonlyMap<string, PublicTable> = new Map(Object.entries(PUBLIC_TABLES));

/** Columns of public tables that readers do not get. */
export const PRIVATE_COLUMNS: Readonly<Record<string, readonly string[]>> = {
  authors: ['social'],
  blog_posts: ['deleted_at'],
  images: ['title', 'sha256', 'name', 'deleted_at'],
  path_redirects: ['import_id'],
};

/** The tables that are built from the public rows: the search index, and its words. */
export const MADE_ANEW = ['post_search', 'search_words'] as const;

/** The tables of which readers get no rows. They exist, and are empty. */
export const PRIVATE_TABLES = [
  ...([
    'admin_users',
    'sessions',
    'one_time_codes',
    'passkeys',
    'recovery_codes',
    'password_resets',
    'api_tokens',
  ] as const),
  ...(['audit', 'audit_floors', 'history', 'history_states', 'history_posts', 'idempotency_keys'] as const),
  ...(['prompt_templates', 'prompt_versions', 'ai_calls', 'ai_providers', 'ai_choices', 'ai_batches'] as const),
  ...(['ai_batch_items', 'second_readings', 'workspace_docs', 'workspace_updates', 'proposals'] as const),
  ...(['contact_messages', 'newsletter_subscribers', 'subscriber_topics', 'pending_subscriptions'] as const),
  ...(['suppressed_addresses', 'letters', 'letter_recipients', 'letter_posts', 'webhooks'] as const),
  ...(['webhook_deliveries', 'statistics_places', 'statistics_posts', 'statistics_referrers'] as const),
  ...(['statistics_searches', 'statistics_missing', 'imports', 'import_items', 'import_addresses'] as const),
  ...(['import_changes', 'post_sources', 'post_revisions', 'pending_changes', 'share_links'] as const),
  ...(['post_changes', 'post_events', 'post_liveness', 'event_cursors', 'reader_deliveries'] as const),
] as const satisfies readonly (keyof Schema)[];
