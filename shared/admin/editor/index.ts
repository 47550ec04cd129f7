export { canKeep, purgeOldDrafts, storedPostOf, unsavedDrafts } from './draft-shelf.ts';
export { createMirror, type Mirror } from './local-mirror.ts';
export type { Restored } from './open-draft.ts';
export { flushOnHide } from './page-hiding.ts';
export { openPostSession, type PostSession, type SessionPorts, type SessionState } from './post-session.ts';
export type { SaveFault, SaveIntent, SaveReport, SaveState, StoredPost } from './save-states.ts';
export { draftBody, sendSave, storedPost } from './send-save.ts';
export { systemTimers, type Timers } from './timers.ts';
