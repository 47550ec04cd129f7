export { draftAddress, isPostAddress } from './post-address.ts';
export { PostsTab } from './posts-tab.tsx';
