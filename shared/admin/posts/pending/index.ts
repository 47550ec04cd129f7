export { editedChange } from './edited-change.ts';
export { KeepPendingButton } from './keep-pending.tsx';
export { PendingNotice } from './pending-notice.tsx';
export { PendingProblems } from './pending-problems.tsx';
export { pendingText } from './pending-text.ts';
