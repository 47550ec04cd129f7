import type { MergeChoice } from '#shared/content/merge/merge.ts';
import type { ErrorCode, Issue } from '#shared/kernel/errors.ts';
import type { PostMerge } from '#shared/workspace/merge-post.ts';
import type { PostNow, WorkingCopy } from '#shared/workspace/post-draft.ts';
import type { PostValues } from '#shared/workspace/post-values.ts';

/** `post` is Create Post and Update Post, `draft` is Save Draft, which takes a post offline. */
export type SaveIntent = 'post' | 'draft';

/** A post as the server has it. */
export type StoredPost = PostNow;

/** One save on its way. Sent again as it is, it does nothing twice. */
export interface SaveRequest {
  readonly intent: SaveIntent;
  /** Null for a post the server does not know yet. */
  readonly postId: number | null;
  /** The version this edit was made on; null with `postId`. */
  readonly version: number | null;
  /** What that version said; null with `postId`. */
  readonly base: PostValues | null;
  readonly values: PostValues;
  /** Idempotency-Key of a creation: the server makes one post of however many tries. Null for a change. */
  readonly key: string | null;
  /** Of a creation, when it is sent: the owner wants no letter for the post. */
  readonly isLetterHeld?: boolean;
}

/** Why a save was refused, for the toast and the fields. */
export interface SaveFault {
  /** Undefined where the answer is not from our server, or newer than we are. */
  readonly code: ErrorCode | undefined;
  readonly message: string;
  readonly issues: readonly Issue[];
}

/** A save the server has not answered, with what is to become of the form once it has. */
interface PendingSave {
  readonly request: SaveRequest;
  /** Pressed while the save was on its way: save what there is then, once it is through. */
  readonly again: SaveIntent | null;
  /** What the form becomes once this save is through; null for what it holds then. */
  readonly afterwards: PostValues | null;
  /** The save before this one, which was taken back and may have arrived all the same; null for none. */
  readonly earlier: SaveRequest | null;
  /** What the report at the end will say: the post did not exist before, someone else's changes came in. */
  readonly isNew: boolean;
  readonly isMerged: boolean;
}

interface Waiting extends PendingSave {
  readonly base: WorkingCopy | null;
}

/**
 * A save as it is written down. `fault`: it was refused, and is not sent again by itself; null while it waits. One that
 * `isTakenBack` is not sent again either: it is known for what it may have done.
 */
export interface RecordedSave {
  readonly pending: PendingSave;
  readonly fault: SaveFault | null;
  readonly isTakenBack: boolean;
}

/** Where the post in the form stands. `base` is the version it was made from; null for a new post. */
export type SaveState =
  | { readonly kind: 'saved'; readonly base: WorkingCopy | null }
  | {
      readonly kind: 'editing';
      readonly base: WorkingCopy | null;
      readonly fault: SaveFault | null;
      /** A save that was taken back; none once another one is on its way. */
      readonly earlier?: SaveRequest;
    }
  | ({ readonly kind: 'saving' } & Waiting)
  /** `isBusy`: the server was reached, and asked to be asked later. */
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
      /** The server has another post under its number. */
      readonly isReplaced?: boolean;
    }
  | { readonly kind: 'locked'; readonly base: WorkingCopy | null };

/** What became of a save. */
export type SaveOutcome =
  | { readonly kind: 'stored'; readonly post: StoredPost }
  | { readonly kind: 'stale'; readonly current: StoredPost }
  | { readonly kind: 'unauthorized' }
  /** `isBusy`: it was reached, and is to be asked later. */
  | { readonly kind: 'no-answer'; readonly isBusy?: boolean }
  /** The post was made under the same key before, from other values: this is what it was. */
  | { readonly kind: 'made-before'; readonly post: StoredPost }
  | { readonly kind: 'missing' }
  | { readonly kind: 'refused'; readonly fault: SaveFault };

/** What happens to a form. `values` are the form's at that moment. */
export type SaveEvent =
  | { readonly type: 'typed' }
  /** `key` is new with every press; it is used when the post is new. */
  | { readonly type: 'save'; readonly intent: SaveIntent; readonly values: PostValues; readonly key: string }
  | { readonly type: 'answered'; readonly outcome: SaveOutcome; readonly values: PostValues }
  | { readonly type: 'signed-in' }
  /** The owner takes back a save that waits: the words stay, unsaved. */
  | { readonly type: 'take-back' }
  /** The network is back, or the owner asks to try again. */
  | { readonly type: 'online' }
  | { readonly type: 'resolve'; readonly choice: MergeChoice; readonly values: PostValues }
  /** The dialog is closed without an answer. */
  | { readonly type: 'put-off' }
  /** Back to the version of the server, what was typed goes into the bin; null for a new post, which goes there whole. */
  | { readonly type: 'discard'; readonly stored: StoredPost | null }
  | { readonly type: 'save-as-new'; readonly values: PostValues; readonly key: string }
  /** Another device has changed the draft, and this is what it says now. */
  | { readonly type: 'foreign'; readonly base: WorkingCopy | null; readonly isUnsaved: boolean }
  /** Another tab of this browser goes on with the post, and this one has written all it has. */
  | { readonly type: 'lost-hold' }
  /** The tab that held the post has let go, and what it wrote is loaded. */
  | {
      readonly type: 'got-hold';
      readonly base: WorkingCopy | null;
      readonly isUnsaved: boolean;
      readonly recorded: RecordedSave | null;
    };

/** What the owner is to be told. */
export type SaveReport =
  /** `isMerged`: someone else's changes came in with it. */
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

/** What the host does, in this order. */
export type SaveEffect =
  | { readonly type: 'send'; readonly request: SaveRequest }
  /** Move the working copy on; null makes it a new post's. */
  | { readonly type: 'set-base'; readonly base: WorkingCopy | null }
  /** Write values into the form, long texts by the smallest splice; what the server filled in is nothing to undo. */
  | { readonly type: 'write'; readonly values: PostValues; readonly isUndoable: boolean }
  /** The working copy has nothing the server lacks: remove it, unless something is typed meanwhile. */
  | { readonly type: 'drop' }
  /** What the form says goes into the bin, where it says something the server does not have. */
  | { readonly type: 'bin' }
  | { readonly type: 'report'; readonly report: SaveReport };

export interface Transition {
  readonly state: SaveState;
  readonly effects: readonly SaveEffect[];
}
