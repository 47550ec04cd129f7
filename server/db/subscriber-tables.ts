import type { ColumnType, Generated } from 'kysely';

// The tables of those who follow by e-mail: migrations 0001 and 0026.

type Fixed<T> = ColumnType<T, T, never>;
type Flag = 0 | 1;

export interface NewsletterSubscribersTable {
  id: Generated<number>;
  email: string;
  subscribed: Generated<Flag>;
  created_at: Fixed<string>;
  name: string | null;
  source: Generated<'site' | 'import' | 'owner'>;
  ended_at: string | null;
  link_key: string | null;
}

export interface SubscriberTopicsTable {
  subscriber_id: Fixed<number>;
  kind: Fixed<'site' | 'category' | 'tag' | 'author'>;
  /** 0 for the whole site. */
  target_id: number;
}

export interface PendingSubscriptionsTable {
  id: Generated<number>;
  email: string;
  /** JSON list of {kind, targetId}. */
  topics: string;
  source: Generated<'site' | 'owner'>;
  secret_hash: string;
  created_at: string;
  mailed_at: string | null;
  tries: Generated<number>;
  next_try_at: string | null;
}

export interface SuppressedAddressesTable {
  address_hash: Fixed<string>;
  reason: 'bounced' | 'complained' | 'erased';
  created_at: Fixed<string>;
}
