export { failedPictureText, pictureNote } from './picture-note.ts';
export { usePictureNote, useWaitingPictures } from './use-waiting-pictures.ts';
export { WaitingPictureList } from './waiting-picture-list.tsx';
