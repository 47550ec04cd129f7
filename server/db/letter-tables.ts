import type { ColumnType, Generated } from 'kysely';

// The tables of letters to subscribers: migration 0027.

type Fixed<T> = ColumnType<T, T, never>;
type Flag = 0 | 1;

export interface LettersTable {
  id: Generated<number>;
  key: Fixed<string>;
  kind: Fixed<'post' | 'posts' | 'digest'>;
  is_by_hand: Generated<Flag>;
  /** JSON of a LetterAudience. */
  audience: Fixed<string>;
  /** JSON list of ids. */
  post_ids: Fixed<string>;
  subject: string;
  state: 'waiting' | 'preparing' | 'sending' | 'done' | 'cancelled';
  is_paused: Generated<Flag>;
  reason: string | null;
  created_at: Fixed<string>;
  starts_at: string;
  ended_at: string | null;
  /** JSON of a LetterContent. */
  content: string | null;
  prepared_to: Generated<number>;
  /** JSON of LetterFigures. */
  figures: string | null;
}

export interface LetterRecipientsTable {
  letter_id: Fixed<number>;
  subscriber_id: Fixed<number>;
  topic: Fixed<string>;
  /** JSON list of ids; null for all. */
  post_ids: Fixed<string | null>;
  state: Generated<'waiting' | 'sending' | 'sent' | 'failed' | 'left'>;
  attempts: Generated<number>;
  losses: Generated<number>;
  due_at: string;
  settled_at: string | null;
  answer: string | null;
  is_bounce: Generated<Flag>;
}

export interface LetterPostsTable {
  post_id: Fixed<number>;
  is_held: Generated<Flag>;
  live_at: string | null;
  letter_id: number | null;
}
