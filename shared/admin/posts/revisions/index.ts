export { RevisionsButton } from './revisions-button.tsx';
export { TextDifference } from './text-difference.tsx';
