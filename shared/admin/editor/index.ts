export { systemTimers, type Timers } from '#shared/kernel/timers.ts';
export { discardStored, takeOutOfBin } from './draft-bin.ts';
export type { ForeignAction } from './foreign-actions.ts';
export {
  canKeep,
  emptyOldBin,
  type LocalDrafts,
  loadDraft,
  localDrafts,
  purgeOldDrafts,
  storedPostOf,
  unsavedDrafts,
} from './local-drafts.ts';
export { createMirror, type Mirror } from './local-mirror.ts';
export type { Restored } from './open-draft.ts';
export { hasPassed, overdueTime } from './overdue.ts';
export { flushOnHide } from './page-hiding.ts';
export { draftHoldName, holdName } from './post-hold.ts';
export { openPostSession } from './post-session.ts';
export type { SaveFault, SaveIntent, SaveReport, SaveState, StoredPost } from './save-states.ts';
export { draftBody, faultOf, isBusy, sendSave, storedPost } from './send-save.ts';
export { type SentSave, sendWaitingSave } from './send-waiting.ts';
export type { PostSession, SessionPorts, SessionState } from './session-states.ts';
export { createWaitingSaves, storedFault, type WaitingSave } from './waiting-saves.ts';
