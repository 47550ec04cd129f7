import type { ColumnType, Generated } from 'kysely';
import type { ImportState, ItemOutcome, OldAddressOutcome } from '#shared/contract/imports.ts';

// The tables of imports: migration 0029; import_changes was rebuilt in 0035, and post_sources is from 0001.

type Fixed<T> = ColumnType<T, T, never>;

export interface ImportsTable {
  id: Generated<number>;
  state: ImportState;
  name: Fixed<string>;
  path: string | null;
  is_upload: Fixed<0 | 1>;
  program: Generated<string>;
  options: string;
  plan: string | null;
  progress: string | null;
  receipt: string | null;
  undone: string | null;
  fault: string | null;
  created_at: Fixed<string>;
  finished_at: string | null;
}

export type ItemPart = 'posts' | 'items';

export interface ImportItemsTable {
  import_id: Fixed<number>;
  part: Fixed<ItemPart>;
  number: Fixed<number>;
  kind: string;
  file: string;
  name: string;
  outcome: ItemOutcome;
  why: Generated<string>;
  post_id: number | null;
  share: number | null;
  detail: Generated<string>;
}

export interface ImportAddressesTable {
  import_id: Fixed<number>;
  address: Fixed<string>;
  file: Fixed<string>;
  wanted: Fixed<string>;
  outcome: OldAddressOutcome | 'open';
  led: Generated<string>;
}

export type ChangedKind =
  | 'post'
  | 'picture'
  | 'author'
  | 'category'
  | 'tag'
  | 'redirect'
  | 'former-address'
  | 'prompt'
  | 'setting'
  | 'codex'
  | 'subscriber'
  | 'suppressed-address';

export interface ImportChangesTable {
  id: Generated<number>;
  import_id: Fixed<number>;
  kind: Fixed<ChangedKind>;
  target: Fixed<string>;
  was: Fixed<'made' | 'changed'>;
  said: Generated<string>;
  before: Fixed<string | null>;
}

export interface PostSourcesTable {
  source: Generated<string>;
  slug: string;
  post_id: number;
  /** In hex, as `said`. */
  sha256: string;
  said: string | null;
}
