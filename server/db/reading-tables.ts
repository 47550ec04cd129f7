import type { Generated } from 'kysely';

// The findings of second readers about posts: migration 0034.

export interface SecondReadingsTable {
  id: Generated<number>;
  post_id: number | null;
  document: string;
  words_hash: string;
  /** JSON. */
  findings: string;
  model: string;
  cost_usd: number | null;
  read_at: string;
}
