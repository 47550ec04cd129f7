export { useMarkdownDrop, useMarkdownFiles } from './markdown-files/index.ts';
export {
  draftAddress,
  editAddress,
  FIND_STATE,
  isPostAddress,
  LIST_ADDRESS,
  NEW_POST_ADDRESS,
} from './post-address.ts';
export { type PostAutomation, PostAutomationProvider } from './post-automation.tsx';
export { useWaitingSaves } from './post-form/index.ts';
export { postStatus } from './post-status.ts';
export { PostsTab } from './posts-tab.tsx';
