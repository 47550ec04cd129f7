export { CalendarScreen } from './calendar/index.ts';
export { askForListAhead } from './list/ask-ahead.ts';
export { BulkDone, doneText, restText } from './list/bulk-done.tsx';
export { statusAddress, statusOptions } from './list/post-filter.ts';
export { type BulkAnswer, type BulkPorts, type BulkWatch, sendBulk } from './list/send-bulk.ts';
export { useFoundDrafts } from './list/use-found-drafts.ts';
export { useForgetDrafts } from './list/use-unsaved-drafts.ts';
export { useMarkdownDrop, useMarkdownFiles } from './markdown-files/index.ts';
export {
  CALENDAR_ADDRESS,
  draftAddress,
  editAddress,
  FIND_STATE,
  isCalendarAddress,
  isPostAddress,
  LIST_ADDRESS,
  NEW_POST_ADDRESS,
} from './post-address.ts';
export { type PostAutomation, PostAutomationProvider } from './post-automation.tsx';
export { PostFormScreen } from './post-form/index.ts';
export { publishQuestion } from './post-form/judging/publish-question.tsx';
export { postStatus } from './post-status.ts';
export { PostsTab } from './posts-tab.tsx';
export { TextDifference, VersionChoice } from './revisions/index.ts';
export { useWaitingSends } from './waiting/index.ts';
