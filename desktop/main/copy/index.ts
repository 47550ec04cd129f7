export type { KeptPicture, PictureStore } from './copied-pictures.ts';
export type { CopyAnswers } from './copy-answers.ts';
export type { Learner } from './learn.ts';
export { copyFiles, type LocalCopy, openLocalCopy } from './local-copy.ts';
export { openPictureLimit } from './picture-limit.ts';
