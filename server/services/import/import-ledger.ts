import type { ChangedKind } from '#server/db/import-tables.ts';
import type { Executor } from '#server/db/transaction.ts';
import type { Post } from '#shared/contract/posts/post.ts';
import type { FileOutcome } from './import-report.ts';
import type { SourcePost } from './import-source.ts';

/** What became of one post of a source. */
export interface PostOutcome {
  /** Its place among the posts of the source, from 1. */
  number: number;
  file: string;
  /** Null for one that could not be read. */
  source: SourcePost | null;
  outcome: FileOutcome;
  /** The post it is here; null where there is none. */
  postId: number | null;
  /** Why it stays out, or as it was. */
  why: string;
  /** Addresses of pictures it names and does not get. */
  missingPictures: readonly string[];
}

/**
 * What an import notes of itself, so that it can be gone on with, proved and undone. What is done is noted in the
 * transaction that does it.
 */
export interface ImportLedger {
  readonly importId: number;
  /** Whether a post was finished by an earlier start of the same import. */
  isDone(number: number): boolean;
  /** Something was made. */
  made(trx: Executor, kind: ChangedKind, target: string | number, said?: string): Promise<void>;
  /** Something was given another state; `said` is what it says now, `before` JSON of what it was. */
  changed(trx: Executor, kind: ChangedKind, target: string, states: { said: string; before: string }): Promise<void>;
  /** A post was changed; `before` is what it was, `said` the hash of what it says now. */
  changedPost(trx: Executor, before: Post, said: string): Promise<void>;
  /** A picture that the source has at `address` is at `stored` here, "/uploads/…". Noted with the post that is finished next. */
  pictureStored(picture: { address: string; file: string; stored: string }): void;
  /** A post is done with. */
  finished(outcome: PostOutcome): Promise<void>;
  /** Every post is done with: what was only held is noted. */
  flush(): Promise<void>;
}
