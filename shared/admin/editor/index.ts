export { systemTimers, type Timers } from '#shared/kernel/timers.ts';
export { discardKept, takeOutOfBin } from './draft-bin.ts';
export {
  canKeep,
  draftShelf,
  emptyOldBin,
  type KeptDraft,
  purgeOldDrafts,
  type Shelf,
  storedPostOf,
  unsavedDrafts,
} from './draft-shelf.ts';
export type { Elsewhere } from './elsewhere.ts';
export { createMirror, type Mirror } from './local-mirror.ts';
export type { Restored } from './open-draft.ts';
export { flushOnHide } from './page-hiding.ts';
export { draftHoldName, holdName } from './post-hold.ts';
export { openPostSession } from './post-session.ts';
export type { KeptSave, SaveFault, SaveIntent, SaveReport, SaveState, StoredPost } from './save-states.ts';
export { draftBody, sendSave, storedPost } from './send-save.ts';
export { type SentSave, sendWaiting } from './send-waiting.ts';
export type { PostSession, SessionPorts, SessionState } from './session-states.ts';
export { createWaitingSaves } from './waiting-saves.ts';
