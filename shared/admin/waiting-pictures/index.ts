export { failedPictureText, pictureNote } from './picture-note.ts';
export { keepLibraryFresh, onPictureSent, usePictureNote, useWaitingPictures } from './use-waiting-pictures.ts';
export { WaitingPictureList } from './waiting-picture-list.tsx';
