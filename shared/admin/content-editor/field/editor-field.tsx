import type { Extension } from '@codemirror/state';
import { type RefCallback, useLayoutEffect, useRef, useState } from 'react';
import type { BoundText } from './binding.ts';
import { type ContentView, createEditor, type FieldAttributes } from './create-editor.ts';

interface EditorFieldProps {
  label: string;
  /** What ties it to its label and its error, as a `Field` gives it. */
  control: { id: string; 'aria-invalid': boolean | undefined; 'aria-describedby': string | undefined };
  bound: BoundText;
  isReadOnly: boolean;
  /** What it can do beside typing; taken once. */
  more: Extension;
  /** It is there; null when it is gone. */
  onEditor(editor: ContentView | null): void;
}

/** The text as a field of the page. */
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

/** A press on the label leads to the field, as it does for a field of the browser's own. */
function useLabel(editor: ContentView | null, id: string): void {
  useLayoutEffect(() => {
    const label = document.querySelector(`label[for="${CSS.escape(id)}"]`);
    const focus = () => editor?.view.focus();
    label?.addEventListener('click', focus);
    return () => label?.removeEventListener('click', focus);
  }, [editor, id]);
}
