export { refusal } from './answer-for-pictures.ts';
export { openWaitingPictures, type Sent, type WaitingPictures } from './keep-pictures.ts';
