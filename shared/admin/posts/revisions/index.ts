export { RevisionsButton } from './revisions-button.tsx';
export { TextDifference } from './text-difference.tsx';
export { VersionChoice } from './version-choice.tsx';
