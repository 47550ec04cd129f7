import type { EditorView } from '@codemirror/view';
import type { Selection } from '#shared/content/insert-link.ts';
import { spliceText } from '#shared/kernel/splice.ts';
import type { BoundText } from './binding.ts';

/** The text and the ways to change it that are not typing. */
export interface TextEdits {
  /** The text as it is now. */
  text(): string;
  /** What is selected in the field, also while the focus is elsewhere. */
  selection(): Selection;
  /** Changes the text elsewhere than where the owner writes: the cursor stays at its words. */
  change(markdown: string): void;
  /** Changes the text and goes on writing at an offset of the new one. */
  changeAndGo(markdown: string, cursor: number): void;
  /** Goes to a place in the text and selects it. */
  goTo(place: Selection): void;
  /** Goes back to writing, at the place where it was left. */
  focus(): void;
}

/** The edits of a text before its editor is there: nothing changes. */
export function editsOf({ text }: BoundText): TextEdits {
  return {
    text: () => text.toString(),
    selection: () => ({ start: text.length, end: text.length }),
    change: () => undefined,
    changeAndGo: () => undefined,
    goTo: () => undefined,
    focus: () => undefined,
  };
}

/** The edits of an editor's text. */
export function textEdits(view: EditorView): TextEdits {
  const text = () => view.state.doc.toString();
  const write = (markdown: string, cursor?: number) => {
    const splice = spliceText(text(), markdown.toWellFormed(), cursor);
    if (!splice || view.state.readOnly) return;
    const { index, remove, insert } = splice;
    view.dispatch({ changes: { from: index, to: index + remove, insert }, userEvent: 'input' });
  };
  return {
    text,
    selection() {
      const { from, to } = view.state.selection.main;
      return { start: from, end: to };
    },
    change: (markdown) => write(markdown),
    changeAndGo(markdown, cursor) {
      write(markdown, cursor);
      view.dispatch({ selection: { anchor: cursor }, scrollIntoView: true });
      view.focus();
    },
    goTo({ start, end }) {
      // The text may have become shorter since the place was found.
      const within = (offset: number) => Math.min(offset, view.state.doc.length);
      view.dispatch({ selection: { anchor: within(start), head: within(end) }, scrollIntoView: true });
      view.focus();
    },
    focus: () => view.focus(),
  };
}
