export { ContentEditor } from './content-editor.tsx';
export { useHeldSelection } from './use-held-selection.ts';
export { useImageEdits } from './use-image-edits.ts';
