export { refusal } from './answer-for-pictures.ts';
export { openWaitingPictures, type WaitingPictures } from './keep-pictures.ts';
export type { Sent } from './take-picture.ts';
