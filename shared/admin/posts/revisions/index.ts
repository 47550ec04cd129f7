export { PostRevisions, type PostRevisionsProps } from './post-revisions.tsx';
export { RevisionsButton } from './revisions-button.tsx';
export { TextDifference } from './text-difference.tsx';
