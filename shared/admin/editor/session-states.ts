import type * as Y from 'yjs';
import type { MergeChoice } from '#shared/content/merge/merge.ts';
import type { FieldsWith } from '#shared/kernel/post-field-table.ts';
import type { Splice } from '#shared/kernel/splice.ts';
import type { Timers } from '#shared/kernel/timers.ts';
import type { PostValues } from '#shared/workspace/post-values.ts';
import type { JournalState } from '../documents/open-document.ts';
import type { AdminPorts, ReadableStore } from '../ports.ts';
import type { ForeignAction } from './foreign-actions.ts';
import type { DraftPorts, Restored } from './open-draft.ts';
import type { SaveIntent, SaveOutcome, SaveReport, SaveRequest, SaveState, StoredPost } from './save-states.ts';

export interface SessionPorts extends DraftPorts {
  timers: Timers;
  openChannel: AdminPorts['openChannel'];
  /** Makes the call for a save; every answer is an outcome (`send-save.ts`). */
  send(request: SaveRequest): Promise<SaveOutcome>;
  /** Tells the owner the result of a save. */
  report(report: SaveReport): void;
  /**
   * Returns the post as the server has it now, for a tab that has waited for another one; null if it cannot be fetched.
   */
  reload(postId: number): Promise<StoredPost | null>;
}

/** The result of asking the tab that holds the post for it. */
export type HandoverState = 'not-asked' | 'asked' | 'unanswered';

/** The state that the form shows. A new object after each change. */
export interface SessionState {
  readonly documentId: string;
  readonly values: PostValues;
  readonly save: SaveState;
  readonly journal: JournalState;
  /** Whether the form has words that the server does not have. */
  readonly isUnsaved: boolean;
  /**
   * Words that were typed before this form was opened and are restored; null for none, and once they are saved or
   * discarded.
   */
  readonly restored: Restored | null;
  /** What another device did to the draft; null for nothing, and once it is dealt with. */
  readonly foreignAction: ForeignAction | null;
  /** Whether every unsaved word came from another device while the form was open: these words are safe there. */
  readonly isOthers: boolean;
  /** If another tab has the post: the result of asking for it. */
  readonly handover: HandoverState;
  /**
   * The time, ISO 8601, at which the waiting save was meant to go live, if it has passed: the owner is asked. Else
   * null.
   */
  readonly overdue: string | null;
  /** Whether a part of the draft could not be read, and is missing from the values. */
  readonly isPartUnread: boolean;
  /** For a new post: no letter is to be sent for it. For a stored post the server knows the owner's choice. */
  readonly isLetterHeld: boolean;
}

/** An open post form: its draft, its journal and the save engine, and the code that performs the engine's effects. */
export interface PostSession extends ReadableStore<SessionState> {
  /** Writes the value that an input event left in one of the long texts; `cursor` is the place after the edit. */
  setText(name: FieldsWith<{ isLettered: true }>, value: string, cursor?: number): void;
  /**
   * Returns Content, for an editor that writes into it by itself; a different object after another draft has replaced
   * this one.
   */
  contentText(): Y.Text;
  /** Called before Content's editor makes an edit, in a transaction of `origin`. */
  typing(edit: Splice, origin: object): void;
  /** Called after Content's editor has made the edit. */
  typed(): void;
  /** Writes fields, as one undo step. */
  setValues(values: Partial<PostValues>): void;
  /** Sets whether the letter for a new post is held back. */
  holdLetter(isHeld: boolean): void;
  /** Undoes or redoes the owner's last step; returns false when there is none. */
  undo(): boolean;
  redo(): boolean;
  /**
   * Saves. `key` is the Idempotency-Key of a create that must not happen twice; without it, the session uses its own.
   */
  save(intent: SaveIntent, key?: string): void;
  signedIn(): void;
  /**
   * Called when the network is back, or the owner tries again. If the time of a save has passed, the owner is asked
   * first (`overdue`).
   */
  online(): void;
  /** Sends a waiting save, whatever its publication time. */
  sendOverdue(): void;
  /** Takes back a waiting save: the words stay, unsaved. */
  takeBack(): void;
  resolve(choice: MergeChoice): void;
  /** Closes a dialog of the engine without an answer. */
  putOff(): void;
  /**
   * Goes back to the saved version; what was typed goes into the bin. Null for a new post, whose draft goes into the
   * bin as it is. Returns the id in the bin; null if there was nothing to discard.
   */
  discard(stored: StoredPost | null): string | null;
  /** Like `discard`, with the version that the server has now. */
  discardForNewest(): Promise<void>;
  saveAsNew(): void;
  /** The owner has read what happened elsewhere. */
  dismissForeignAction(): void;
  /** Asks the tab that edits the post to hand it over to this tab; that tab first writes what was typed there. */
  takeOver(): void;
  /** While text is being composed, changes of other devices wait: they would interrupt the composition. */
  setComposing(isComposing: boolean): void;
  /** Returns the warning to give when the tab closes; null for none. */
  leaveWarning(): 'unsaved' | 'saving' | null;
  /** Writes to this computer's disk now. True when everything is kept. */
  flush(): Promise<boolean>;
  /** Writes what is left, and releases the post. */
  close(): Promise<void>;
}
