export type { EditedContent } from './content-source.ts';
export type { BoundText } from './field/binding.ts';
export type { TextEdits } from './field/text-edits.ts';
export { historyKey } from './history-key.ts';
export { LazyContentEditor } from './lazy-content-editor.tsx';
export { RenderedText } from './rendered-text.tsx';
export { useHeldSelection } from './use-held-selection.ts';
export { useImageEdits } from './use-image-edits.ts';
