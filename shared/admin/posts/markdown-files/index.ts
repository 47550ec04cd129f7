export { MarkdownHandle } from './markdown-handle.tsx';
export { useMarkdownDrop } from './use-markdown-drop.ts';
export { useMarkdownFiles } from './use-markdown-files.ts';
export { useSaveMarkdown } from './use-save-markdown.ts';
