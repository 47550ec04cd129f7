import type { MergeChoice } from '#shared/content/merge/merge.ts';
import type { ErrorCode, Issue } from '#shared/kernel/errors.ts';
import type { PostMerge } from '#shared/workspace/merge-post.ts';
import type { PostNow, WorkingCopy } from '#shared/workspace/post-draft.ts';
import type { PostValues } from '#shared/workspace/post-values.ts';

/** `post` is Create Post and Update Post; `draft` is Save Draft, which takes a post offline. */
export type SaveIntent = 'post' | 'draft';

/** A post as the server has it. */
export type StoredPost = PostNow;

/** One save to be sent. Sending the same request again changes nothing. */
export interface SaveRequest {
  readonly intent: SaveIntent;
  /** Null for a post that the server does not know yet. */
  readonly postId: number | null;
  /** The version this edit was made on; null with `postId`. */
  readonly version: number | null;
  /** The values of that version; null with `postId`. */
  readonly base: PostValues | null;
  readonly values: PostValues;
  /**
   * The Idempotency-Key of a creation: however many attempts there are, the server makes one post. Null for a change.
   */
  readonly key: string | null;
  /** For a creation, set when it is sent: the owner wants no letter for the post. */
  readonly isLetterHeld?: boolean;
}

/** Why a save was refused, for the toast and the fields. */
export interface SaveFault {
  /** Undefined if the answer is not from our server, or the server is newer than this program. */
  readonly code: ErrorCode | undefined;
  readonly message: string;
  readonly issues: readonly Issue[];
}

/** A save that the server has not answered, and what is to happen to the form after the answer. */
interface PendingSave {
  readonly request: SaveRequest;
  /**
   * A second save that was asked for while this one was pending: it saves the values of that time, once this one is
   * done.
   */
  readonly again: SaveIntent | null;
  /** The values that the form gets after this save; null to keep what the form has then. */
  readonly afterwards: PostValues | null;
  /** The save before this one, which was taken back but may have arrived all the same; null for none. */
  readonly earlier: SaveRequest | null;
  /**
   * For the report at the end: whether the post did not exist before, and whether someone else's changes were merged.
   */
  readonly isNew: boolean;
  readonly isMerged: boolean;
}

interface Waiting extends PendingSave {
  readonly base: WorkingCopy | null;
}

/**
 * A save as it is written down. `fault`: the save was refused, and is not sent again automatically; null while the save
 * waits. A save that `isTakenBack` is not sent again either: it is kept because it may have reached the server.
 */
export interface RecordedSave {
  readonly pending: PendingSave;
  readonly fault: SaveFault | null;
  readonly isTakenBack: boolean;
}

/** The state of the post in the form. `base` is the version that the form's text was made from; null for a new post. */
export type SaveState =
  | { readonly kind: 'saved'; readonly base: WorkingCopy | null }
  | {
      readonly kind: 'editing';
      readonly base: WorkingCopy | null;
      readonly fault: SaveFault | null;
      /** A save that was taken back; undefined once another save is pending. */
      readonly earlier?: SaveRequest;
    }
  | ({ readonly kind: 'saving' } & Waiting)
  /** `isBusy`: the server was reached, and asked to be called later. */
  | ({ readonly kind: 'offline'; readonly isBusy?: boolean } & Waiting)
  | ({ readonly kind: 'signed-out' } & Waiting)
  | {
      readonly kind: 'conflict';
      readonly base: WorkingCopy | null;
      readonly intent: SaveIntent;
      readonly theirs: StoredPost;
      readonly merge: PostMerge;
    }
  | {
      readonly kind: 'gone';
      readonly base: WorkingCopy | null;
      readonly intent: SaveIntent;
      /** Whether the server has another post under this post's number. */
      readonly isReplaced?: boolean;
    }
  | { readonly kind: 'locked'; readonly base: WorkingCopy | null };

/** The result of a save. */
export type SaveOutcome =
  | { readonly kind: 'stored'; readonly post: StoredPost }
  | { readonly kind: 'stale'; readonly current: StoredPost }
  | { readonly kind: 'unauthorized' }
  /** `isBusy`: the server was reached, and asked to be called later. */
  | { readonly kind: 'no-answer'; readonly isBusy?: boolean }
  /** The post was created under the same key before, from other values: `post` is that post. */
  | { readonly kind: 'made-before'; readonly post: StoredPost }
  | { readonly kind: 'missing' }
  | { readonly kind: 'refused'; readonly fault: SaveFault };

/** An event of a form. `values` are the form's values at that moment. */
export type SaveEvent =
  | { readonly type: 'typed' }
  /** `key` is new with every press; it is used if the post is new. */
  | { readonly type: 'save'; readonly intent: SaveIntent; readonly values: PostValues; readonly key: string }
  | { readonly type: 'answered'; readonly outcome: SaveOutcome; readonly values: PostValues }
  | { readonly type: 'signed-in' }
  /** The owner takes back a waiting save: the words stay, unsaved. */
  | { readonly type: 'take-back' }
  /** The network is back, or the owner asks to try again. */
  | { readonly type: 'online' }
  | { readonly type: 'resolve'; readonly choice: MergeChoice; readonly values: PostValues }
  /** The dialog is closed without an answer. */
  | { readonly type: 'put-off' }
  /**
   * Go back to the server's version and put what was typed into the bin; null for a new post, whose whole draft goes
   * into the bin.
   */
  | { readonly type: 'discard'; readonly stored: StoredPost | null }
  | { readonly type: 'save-as-new'; readonly values: PostValues; readonly key: string }
  /** Another device has changed the draft; `base` and `isUnsaved` describe it as it is now. */
  | { readonly type: 'foreign'; readonly base: WorkingCopy | null; readonly isUnsaved: boolean }
  /** Another tab of this browser takes over the post, and this tab has written everything it has. */
  | { readonly type: 'lost-hold' }
  /** The tab that held the post has released it, and what that tab wrote is loaded. */
  | {
      readonly type: 'got-hold';
      readonly base: WorkingCopy | null;
      readonly isUnsaved: boolean;
      readonly recorded: RecordedSave | null;
    };

/** A report for the owner. */
export type SaveReport =
  /** `isMerged`: someone else's changes were merged into the post. */
  | {
      readonly kind: 'saved';
      readonly intent: SaveIntent;
      readonly isNew: boolean;
      readonly isMerged: boolean;
      readonly post: StoredPost;
    }
  | { readonly kind: 'refused'; readonly fault: SaveFault }
  | { readonly kind: 'offline'; readonly isBusy: boolean }
  | { readonly kind: 'both-kept' };

/** What the host has to do, in this order. */
export type SaveEffect =
  | { readonly type: 'send'; readonly request: SaveRequest }
  /** Set the version that the working copy is made from; null makes it the draft of a new post. */
  | { readonly type: 'set-base'; readonly base: WorkingCopy | null }
  /** Write values into the form, long texts by the smallest splice. What the server filled in cannot be undone. */
  | { readonly type: 'write'; readonly values: PostValues; readonly isUndoable: boolean }
  /** The working copy has nothing that the server lacks: remove it, unless something is typed in the meantime. */
  | { readonly type: 'drop' }
  /** Put the form's words into the bin if the server does not have all of them. */
  | { readonly type: 'bin' }
  | { readonly type: 'report'; readonly report: SaveReport };

export interface Transition {
  readonly state: SaveState;
  readonly effects: readonly SaveEffect[];
}
