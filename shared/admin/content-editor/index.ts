export { ContentEditor, type ContentEditorProps } from './content-editor.tsx';
