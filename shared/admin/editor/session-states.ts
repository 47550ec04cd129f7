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
  /** Makes the call of a save; every answer is an outcome (`send-save.ts`). */
  send(request: SaveRequest): Promise<SaveOutcome>;
  /** Tells the owner what became of a save. */
  report(report: SaveReport): void;
  /** The post as the server has it now, for a tab that has waited for another one; null when it cannot be had. */
  reload(postId: number): Promise<StoredPost | null>;
}

/** What became of asking the tab that holds the post for it. */
export type HandoverState = 'not-asked' | 'asked' | 'unanswered';

/** What the form shows. Another object after each change. */
export interface SessionState {
  readonly documentId: string;
  readonly values: PostValues;
  readonly save: SaveState;
  readonly journal: JournalState;
  /** The form holds words the server does not have. */
  readonly isUnsaved: boolean;
  /** What was typed before this form was opened and is back; null for nothing, and once it is saved or given up. */
  readonly restored: Restored | null;
  /** What another device did to the draft; null for nothing, and once it is dealt with. */
  readonly foreignAction: ForeignAction | null;
  /** Every word that is not saved came from another device while the form was open: it is safe there. */
  readonly isOthers: boolean;
  /** Where another tab has the post: what became of asking for it. */
  readonly handover: HandoverState;
  /** The save that waits was to go live at this time, ISO 8601, which has passed: the owner is asked. Null for all others. */
  readonly overdue: string | null;
  /** A part of the draft could not be read, and is not in the values. */
  readonly isPartUnread: boolean;
  /** Of a new post: no letter is to be sent of it. A stored one's wish is the server's. */
  readonly isLetterHeld: boolean;
}

/** A post form at work: the draft, its journal and the save engine, and what the engine asks to be done. */
export interface PostSession extends ReadableStore<SessionState> {
  /** Writes what an input event left in one of the long texts; `cursor` is the place behind the edit. */
  setText(name: FieldsWith<{ isLettered: true }>, value: string, cursor?: number): void;
  /** Content, for an editor that writes into it by itself; another object when another draft has taken this one's place. */
  contentText(): Y.Text;
  /** Content's editor is about to make an edit, in a transaction of `origin`. */
  typing(edit: Splice, origin: object): void;
  /** It has made it. */
  typed(): void;
  /** Writes fields, as one step of undo. */
  setValues(values: Partial<PostValues>): void;
  /** Says of a new post whether a letter is sent of it. */
  holdLetter(isHeld: boolean): void;
  /** Undoes or redoes the owner's last step; false when there is none. */
  undo(): boolean;
  redo(): boolean;
  /** Saves; `key` is the Idempotency-Key of a create that must not happen twice, one of its own without. */
  save(intent: SaveIntent, key?: string): void;
  signedIn(): void;
  /** The network is back, or the owner tries again. A save whose time has passed is asked about first (`overdue`). */
  online(): void;
  /** Sends a save that waits, whatever time it was for. */
  sendOverdue(): void;
  /** Takes back a save that waits: the words stay, unsaved. */
  takeBack(): void;
  resolve(choice: MergeChoice): void;
  /** Closes a dialog of the engine without an answer. */
  putOff(): void;
  /**
   * Back to the saved version; what was typed goes into the bin. Null for a new post, whose draft goes there as it is.
   * Gives the id under which it lies there; null where nothing was there to discard.
   */
  discard(stored: StoredPost | null): string | null;
  /** The same, with the version the server has now. */
  discardForNewest(): Promise<void>;
  saveAsNew(): void;
  /** The owner has read what happened elsewhere. */
  dismissForeignAction(): void;
  /** Asks the tab that edits the post to let it go on here; it gives what was typed there first. */
  takeOver(): void;
  /** While text is composed, changes of other devices wait: they would break it off. */
  setComposing(isComposing: boolean): void;
  /** Null when the tab may close without a word. */
  leaveWarning(): 'unsaved' | 'saving' | null;
  /** Writes to this computer now. True when everything is kept. */
  flush(): Promise<boolean>;
  /** Writes what is left, and lets go of the post. */
  close(): Promise<void>;
}
