import type { Extension } from '@codemirror/state';
import { type RefCallback, useLayoutEffect, useRef, useState } from 'react';
import type { BoundText } from './binding.ts';
import { type ContentView, createEditor, type FieldAttributes } from './create-editor.ts';

interface EditorFieldProps {
  label: string;
  /** The ids and states that tie the field to its label and its error, as a `Field` provides them. */
  control: { id: string; 'aria-invalid': boolean | undefined; 'aria-describedby': string | undefined };
  bound: BoundText;
  isReadOnly: boolean;
  /** Everything the editor can do in addition to typing; read only once. */
  more: Extension;
  /** Called with the editor when it is there, and with null when it is gone. */
  onEditor(editor: ContentView | null): void;
}

/** The editor of the text as a field of the page. */
export function EditorField({ label, control, bound, isReadOnly, more, onEditor }: EditorFieldProps) {
  const [editor, setEditor] = useState<ContentView | null>(null);
  const first = useRef({ bound, more, onEditor });
  const [host] = useState(
    (): RefCallback<HTMLElement> => (element) => {
      if (!element) return;
      const made = createEditor(element, first.current.bound, first.current.more);
      setEditor(made);
      first.current.onEditor(made);
      return () => {
        first.current.onEditor(null);
        made.view.destroy();
      };
    },
  );
  useLayoutEffect(() => editor?.bindTo(bound), [editor, bound]);
  const { id, 'aria-invalid': isInvalid, 'aria-describedby': describedBy } = control;
  useLayoutEffect(() => {
    const attributes: FieldAttributes = {
      ...{ id, 'aria-label': label },
      ...(isInvalid && { 'aria-invalid': 'true' }),
      ...(describedBy && { 'aria-describedby': describedBy }),
    };
    editor?.describe(attributes, isReadOnly);
  }, [editor, label, id, isInvalid, describedBy, isReadOnly]);
  useLabel(editor, id);
  return <div ref={host} className="min-w-0" />;
}

/** Pressing the label focuses the field, as it does for one of the browser's own fields. */
function useLabel(editor: ContentView | null, id: string): void {
  useLayoutEffect(() => {
    const label = document.querySelector(`label[for="${CSS.escape(id)}"]`);
    const focus = () => editor?.view.focus();
    label?.addEventListener('click', focus);
    return () => label?.removeEventListener('click', focus);
  }, [editor, id]);
}
