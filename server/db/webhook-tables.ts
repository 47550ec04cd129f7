import type { ColumnType, Generated } from 'kysely';
import type { TokenKind } from '#shared/kernel/token-scope.ts';

// The tables of messages to other programs and of their proposals: migration 0030.

type Fixed<T> = ColumnType<T, T, never>;
type Flag = 0 | 1;

export interface WebhooksTable {
  id: Generated<number>;
  name: string;
  address: string;
  /** JSON list. */
  events: string;
  hears_drafts: Flag;
  is_on: Flag;
  off_reason: string | null;
  secret: Buffer;
  created_at: Fixed<string>;
}

export interface WebhookDeliveriesTable {
  id: Generated<number>;
  webhook_id: Fixed<number>;
  message_id: Fixed<string>;
  type: Fixed<string>;
  body: Fixed<string>;
  state: 'waiting' | 'delivered' | 'failed';
  created_at: Fixed<string>;
  due_at: string | null;
  attempts: Generated<number>;
  tried_at: string | null;
  status: number | null;
  words: Generated<string>;
  duration: number | null;
}

export interface ProposalsTable {
  id: Generated<number>;
  post_id: Fixed<number>;
  kind: Fixed<'draft' | 'change'>;
  token_id: Fixed<number>;
  name: Fixed<string>;
  origin: Fixed<TokenKind>;
  note: string;
  change_version: number | null;
  created_at: Fixed<string>;
}
