import type { ChangedKind } from '#server/db/import-tables.ts';
import type { Executor } from '#server/db/transaction.ts';
import type { Post } from '#shared/contract/posts/post.ts';
import type { FileOutcome } from './import-report.ts';
import type { SourcePost } from './import-source.ts';

/** The outcome of one post of a source. */
export interface PostOutcome {
  /** The post's position among the posts of the source, from 1. */
  number: number;
  file: string;
  /** Null for a post that could not be read. */
  source: SourcePost | null;
  outcome: FileOutcome;
  /** The id of the post on this site; null when there is none. */
  postId: number | null;
  /** The reason why the post was skipped or left unchanged. */
  why: string;
  /** The addresses of pictures that the post names but that were not imported. */
  missingPictures: readonly string[];
}

/**
 * The records of an import about itself, with which it can be continued, verified and undone. Each action is recorded
 * in the transaction that performs it.
 */
export interface ImportLedger {
  readonly importId: number;
  /** Whether a post was finished by an earlier start of the same import. */
  isDone(number: number): boolean;
  /** Records that something was created. */
  made(trx: Executor, kind: ChangedKind, target: string | number, said?: string): Promise<void>;
  /** Records that something was changed; `said` is its content now, `before` its former state as JSON. */
  changed(trx: Executor, kind: ChangedKind, target: string, states: { said: string; before: string }): Promise<void>;
  /** Records that a post was changed; `before` is its former state, `said` the hash of its content now. */
  changedPost(trx: Executor, before: Post, said: string): Promise<void>;
  /**
   * Records that the source's picture at `address` is stored here at `stored`, "/uploads/…". Written with the post that
   * is finished next.
   */
  pictureStored(picture: { address: string; file: string; stored: string }): void;
  /** Records that a post is finished. */
  finished(outcome: PostOutcome): Promise<void>;
  /** Writes the records that are still in memory, when every post is finished. */
  flush(): Promise<void>;
}
