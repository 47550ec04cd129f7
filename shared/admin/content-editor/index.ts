export { ContentEditor } from './content-editor.tsx';
export { historyKey } from './history-key.ts';
export { useHeldSelection } from './use-held-selection.ts';
export { useImageEdits } from './use-image-edits.ts';
