import type { ColumnType, Generated } from 'kysely';
import type { AuditFloorsTable, AuditTable, PasswordResetsTable } from './audit-tables.ts';
import type {
  ImportAddressesTable,
  ImportChangesTable,
  ImportItemsTable,
  ImportsTable,
  PostSourcesTable,
} from './import-tables.ts';
import type { LetterPostsTable, LetterRecipientsTable, LettersTable } from './letter-tables.ts';
import type { ReaderDeliveriesTable } from './publication-tables.ts';
import type { SecondReadingsTable } from './reading-tables.ts';
import type { OneTimeCodesTable, PasskeysTable, RecoveryCodesTable } from './second-factor-tables.ts';
import type {
  StatisticsMissingTable,
  StatisticsPlacesTable,
  StatisticsPostsTable,
  StatisticsReferrersTable,
  StatisticsSearchesTable,
} from './statistics-tables.ts';
import type {
  NewsletterSubscribersTable,
  PendingSubscriptionsTable,
  SubscriberTopicsTable,
  SuppressedAddressesTable,
} from './subscriber-tables.ts';
import type { ApiTokensTable } from './token-tables.ts';
import type { ProposalsTable, WebhookDeliveriesTable, WebhooksTable } from './webhook-tables.ts';

// Flags are 0 or 1, times ISO 8601 UTC text with milliseconds, JSON is text. See the migrations.

type Flag = 0 | 1;
/** Written once, at insert. */
type Fixed<T> = ColumnType<T, T, never>;

export interface CategoriesTable {
  id: Generated<number>;
  name: string;
  slug: string;
  description: Generated<string>;
  color: string;
  icon: string;
}

export interface TagsTable {
  id: Generated<number>;
  name: string;
  slug: string;
}

export interface AuthorsTable {
  id: Generated<number>;
  name: string;
  slug: string;
  email: string;
  bio: string | null;
  avatar: string | null;
  social: string | null;
}

export interface AuthorRedirectsTable {
  slug: string;
  author_id: number;
}

export interface TagRedirectsTable {
  slug: string;
  tag_id: number;
}

export interface ShareLinksTable {
  id: Generated<number>;
  post_id: number;
  secret_hash: string;
  created_at: Fixed<string>;
}

export interface PendingChangesTable {
  post_id: number;
  version: number;
  fields: string;
  base: string;
  base_version: number;
  due_at: string | null;
  problem: string | null;
  created_at: Fixed<string>;
  updated_at: string;
  proposal_id: number | null;
}

export interface BlogPostsTable {
  id: Generated<number>;
  title: string;
  slug: string;
  featured_image: string | null;
  category_id: number;
  author_id: number;
  published: Generated<Flag>;
  featured: Generated<Flag>;
  read_time: number;
  views: Generated<number>;
  version: Generated<number>;
  html_version: Generated<number>;
  published_at: string | null;
  created_at: Fixed<string>;
  updated_at: string;
  deleted_at: string | null;
  meta_title: string | null;
  meta_description: string | null;
  product_app: string | null;
  product_app_url: string | null;
  /** JSON list of providers. */
  embeds: Generated<string>;
  /** JSON list of the names in post_tags. */
  tags: Generated<string>;
  excerpt: string;
  content: string;
  html: Generated<string>;
  body: Generated<string>;
  subtitle: string | null;
  content_updated_at: string | null;
  series_name: string | null;
  /** 0 for none. */
  series_number: Generated<number>;
  featured_image_alt: string | null;
  featured_image_focus: string | null;
  /** JSON of a Provenance; null for none. */
  provenance: string | null;
}

export interface PostTagsTable {
  post_id: number;
  tag_id: number;
  position: number;
}

export interface PostImagesTable {
  post_id: number;
  filename: string;
}

export interface PostRevisionsTable {
  id: Generated<number>;
  post_id: number;
  version: number;
  created_at: string;
  title: string;
  slug: string;
  /** JSON record of the other form fields. */
  fields: string;
  excerpt: string;
  content: string;
}

export interface RedirectsTable {
  slug: string;
  post_id: number;
  created_at: string;
}

export interface PathRedirectsTable {
  id: Generated<number>;
  path: string;
  target: string;
  target_path: string | null;
  status: 301 | 302;
  /** The id of the import that made it. */
  import_id: number | null;
  created_at: Fixed<string>;
  updated_at: string;
}

/** The FTS5 table; triggers maintain it, and queries only match against it. */
export interface PostSearchTable {
  rowid: number;
  post_search: string;
}

export interface SearchWordsTable {
  word: string;
}

export interface AdminUsersTable {
  id: Generated<number>;
  email: string;
  password: string;
  name: string;
  created_at: Fixed<string>;
  updated_at: string;
}

export interface SessionsTable {
  /** SHA-256 of the session id. */
  sid: string;
  /** JSON. */
  sess: string;
  expire: string;
}

export interface PromptTemplatesTable {
  id: Generated<number>;
  /** The step's id. */
  step: string;
  title: string;
  prompt: string;
  description: Generated<string>;
  is_default: Generated<Flag>;
  created_at: Fixed<string>;
  updated_at: string;
}

export interface PromptVersionsTable {
  id: Generated<number>;
  step: Fixed<string>;
  number: Fixed<number>;
  prompt: Fixed<string>;
  is_default: Fixed<Flag>;
  note: Fixed<string>;
  origin: Fixed<string>;
  device: Fixed<string>;
  created_at: Fixed<string>;
}

export interface ContactMessagesTable {
  id: Generated<number>;
  name: string;
  email: string;
  subject: Generated<string>;
  message: string;
  is_read: Generated<Flag>;
  is_suspect: Generated<Flag>;
  created_at: Fixed<string>;
}

export interface ImagesTable {
  id: Generated<number>;
  filename: string;
  original_filename: string;
  share_filename: string;
  width: number;
  height: number;
  /** Bytes. */
  size: number;
  srcset: Generated<string>;
  title: Generated<string>;
  alt: Generated<string>;
  /** The SHA-256 of the uploaded file, in hex. */
  sha256: string | null;
  created_at: Fixed<string>;
  name: Generated<string>;
  focus: Generated<string>;
  deleted_at: string | null;
}

export interface ImageRedirectsTable {
  filename: string;
  image_id: number;
}

export interface AiCallsTable {
  id: Generated<number>;
  key: string | null;
  call: string;
  body_hash: string;
  state: 'running' | 'succeeded' | 'failed';
  model: string | null;
  output: string | null;
  answer: string | null;
  error: string | null;
  finish_reason: string | null;
  input_tokens: Generated<number>;
  output_tokens: Generated<number>;
  cost_usd: number | null;
  run_id: string | null;
  /** The step's id. */
  step: string | null;
  /** The id of the profile; null for the environment's. */
  provider_id: number | null;
  /** The category for which the call was made; null for none. */
  category_id: Generated<number | null>;
  /** The post or document for which a second reading was bought. */
  reads: string | null;
  created_at: Fixed<string>;
  finished_at: string | null;
}

export interface AiProvidersTable {
  id: Generated<number>;
  name: string;
  kind: string;
  address: string;
  sealed_key: Buffer | null;
  /** JSON. */
  models: string;
  monthly_limit_usd: number | null;
  created_at: Fixed<string>;
  updated_at: string;
}

export interface AiBatchesTable {
  id: string;
  body_hash: Fixed<string>;
  state: 'running' | 'paused' | 'done' | 'cancelled';
  reason: string | null;
  limit_usd: number | null;
  at_once: number;
  created_at: Fixed<string>;
  /** The id of the device that drives the batch; null for the server, as are the other two columns. */
  device: string | null;
  device_name: string | null;
  device_seen_at: string | null;
}

export interface AiBatchItemsTable {
  batch_id: string;
  number: number;
  form: Fixed<string>;
  category_id: number | null;
  state: 'queued' | 'running' | 'done' | 'failed' | 'left' | 'cancelled';
  reason: string | null;
  prompts: string | null;
  steps_done: Generated<number>;
  drafts: Generated<string>;
}

export interface AiChoicesTable {
  /** `text`, `picture`, `reader`, or `step:` and a step's id. */
  place: string;
  /** The id of the profile; null for the environment's. */
  provider_id: number | null;
  model: string;
}

export interface IdempotencyKeysTable {
  id: Generated<number>;
  call: string;
  key: string;
  body_hash: string;
  /** JSON; either this or `error`. */
  answer: string | null;
  error: string | null;
  created_at: Fixed<string>;
}

export interface WorkspaceDocsTable {
  id: string;
  kind: Fixed<'draft' | 'prompt' | 'run' | 'preferences' | 'codex'>;
  reach: Buffer;
  /** Bytes. */
  size: number;
  deleted_at: string | null;
  forgotten: Generated<Flag>;
  created_at: Fixed<string>;
}

export interface WorkspaceUpdatesTable {
  seq: Generated<number>;
  id: Fixed<string>;
  /** A name that no other place has, in this log, in a restored one or in one that began anew. */
  place: Fixed<string>;
  doc_id: Fixed<string>;
  type: Fixed<'update' | 'delete'>;
  created_at: Fixed<string>;
  data: Buffer | null;
}

export interface PostEventsTable {
  seq: Generated<number>;
  /** A name that no other event has, in this database or in a restored one. */
  id: Fixed<string>;
  type: Fixed<'written' | 'went-live' | 'taken-down' | 'gone'>;
  cause: Fixed<'save' | 'schedule' | 'pending' | 'bulk' | 'undelete' | 'import' | 'restore'>;
  /** The post's id; the post may be gone. */
  post_id: Fixed<number>;
  old_slug: Fixed<string | null>;
  slug: Fixed<string>;
  is_live: Fixed<Flag>;
  is_first: Fixed<Flag>;
  at: Fixed<string>;
  /** JSON: a list of `LiveList`. */
  lists: Fixed<string | null>;
}

export interface PostLivenessTable {
  post_id: Fixed<number>;
  is_live: Flag;
  has_been_live: Flag;
  due_at: string | null;
}

export interface EventCursorsTable {
  listener: Fixed<string>;
  seq: number;
}

export interface SettingsTable {
  key: string;
  /** JSON. */
  value: string;
  updated_at: string;
}

export interface HistoryTable {
  id: Generated<number>;
  at: Fixed<string>;
  kind: Fixed<string>;
  action: Fixed<'deleted' | 'replaced' | 'restored'>;
  subject: Fixed<string>;
  name: Fixed<string>;
  folded: Fixed<string>;
  origin: Fixed<string>;
  device: Fixed<string>;
  ref: Fixed<string | null>;
  lost: Generated<string>;
}

export interface HistoryStatesTable {
  history_id: Fixed<number>;
  /** Compressed JSON. */
  state: Fixed<Buffer>;
}

export interface HistoryPostsTable {
  history_id: Fixed<number>;
  post_id: Fixed<number>;
  position: Generated<number>;
  had_target: Generated<Flag>;
}

/** The post that was last changed at each place in the order of changes: migration 0033, written by its triggers. */
export interface PostChangesTable {
  seq: Fixed<number>;
  post_id: Fixed<number | null>;
  place: Fixed<string>;
}

export interface Schema {
  categories: CategoriesTable;
  tags: TagsTable;
  authors: AuthorsTable;
  author_redirects: AuthorRedirectsTable;
  tag_redirects: TagRedirectsTable;
  share_links: ShareLinksTable;
  pending_changes: PendingChangesTable;
  blog_posts: BlogPostsTable;
  post_tags: PostTagsTable;
  post_images: PostImagesTable;
  post_revisions: PostRevisionsTable;
  redirects: RedirectsTable;
  path_redirects: PathRedirectsTable;
  post_sources: PostSourcesTable;
  post_search: PostSearchTable;
  search_words: SearchWordsTable;
  newsletter_subscribers: NewsletterSubscribersTable;
  subscriber_topics: SubscriberTopicsTable;
  pending_subscriptions: PendingSubscriptionsTable;
  suppressed_addresses: SuppressedAddressesTable;
  admin_users: AdminUsersTable;
  sessions: SessionsTable;
  prompt_templates: PromptTemplatesTable;
  prompt_versions: PromptVersionsTable;
  contact_messages: ContactMessagesTable;
  images: ImagesTable;
  image_redirects: ImageRedirectsTable;
  ai_calls: AiCallsTable;
  ai_providers: AiProvidersTable;
  ai_choices: AiChoicesTable;
  second_readings: SecondReadingsTable;
  ai_batches: AiBatchesTable;
  ai_batch_items: AiBatchItemsTable;
  idempotency_keys: IdempotencyKeysTable;
  workspace_docs: WorkspaceDocsTable;
  workspace_updates: WorkspaceUpdatesTable;
  post_events: PostEventsTable;
  post_liveness: PostLivenessTable;
  event_cursors: EventCursorsTable;
  settings: SettingsTable;
  history: HistoryTable;
  history_states: HistoryStatesTable;
  history_posts: HistoryPostsTable;
  api_tokens: ApiTokensTable;
  one_time_codes: OneTimeCodesTable;
  passkeys: PasskeysTable;
  recovery_codes: RecoveryCodesTable;
  letters: LettersTable;
  letter_recipients: LetterRecipientsTable;
  letter_posts: LetterPostsTable;
  webhooks: WebhooksTable;
  webhook_deliveries: WebhookDeliveriesTable;
  proposals: ProposalsTable;
  statistics_places: StatisticsPlacesTable;
  statistics_posts: StatisticsPostsTable;
  statistics_referrers: StatisticsReferrersTable;
  statistics_searches: StatisticsSearchesTable;
  statistics_missing: StatisticsMissingTable;
  imports: ImportsTable;
  import_items: ImportItemsTable;
  import_addresses: ImportAddressesTable;
  import_changes: ImportChangesTable;
  post_changes: PostChangesTable;
  audit: AuditTable;
  audit_floors: AuditFloorsTable;
  password_resets: PasswordResetsTable;
  reader_deliveries: ReaderDeliveriesTable;
}
