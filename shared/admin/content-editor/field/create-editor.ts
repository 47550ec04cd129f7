import { defaultKeymap } from '@codemirror/commands';
import { markdown, markdownLanguage } from '@codemirror/lang-markdown';
import { Compartment, EditorState, type Extension } from '@codemirror/state';
import { EditorView, keymap } from '@codemirror/view';
import { spliceText } from '#shared/kernel/splice.ts';
import { styleNonce } from '#shared/ui/style-nonce.ts';
import { type BoundText, binding, history, takeStep } from './binding.ts';
import { codeLanguages } from './code-languages.ts';
import { liveMarks } from './live-look/live-marks.ts';
import { liveTables } from './live-look/live-tables.ts';
import { modelLines } from './model-lines.ts';
import { theme } from './theme.ts';
import { lineDirections } from './writing-direction.ts';

/** The attributes that the page gives the field: its name, the error that describes it. */
export type FieldAttributes = Readonly<Record<string, string>>;

/** The editor of a post's text. */
export interface ContentView {
  view: EditorView;
  /** Continues with another text. The parts that are the same in both stay as they are, and so does the cursor. */
  bindTo(bound: BoundText): void;
  describe(attributes: FieldAttributes, isReadOnly: boolean): void;
  /** Undoes or redoes the last step, and moves the cursor to where it was. */
  step(kind: 'undo' | 'redo'): void;
}

/** The attributes of a field that can be read but not changed. */
const LOCKED: FieldAttributes = { 'aria-readonly': 'true' };

/** Creates the editor; `more` is everything it can do in addition to typing. */
export function createEditor(parent: Element, first: BoundText, more: Extension): ContentView {
  const [bindingPart, attributesPart] = [new Compartment(), new Compartment()];
  let bound = first;
  const view = new EditorView({
    parent,
    state: EditorState.create({
      doc: first.text.toString(),
      extensions: [
        // Offsets in the text and in the editor must be equal: a carriage return in the text is an ordinary character.
        EditorState.lineSeparator.of('\n'),
        EditorView.clipboardInputFilter.of((text) => text.replace(/\r\n?/g, '\n')),
        bindingPart.of(binding(first)),
        attributesPart.of([]),
        EditorView.cspNonce.of(styleNonce() ?? ''),
        more,
        history(() => bound),
        keymap.of(defaultKeymap),
        markdown({
          base: markdownLanguage,
          codeLanguages,
          addKeymap: false,
          pasteURLAsLink: false,
          completeHTMLTags: false,
        }),
        EditorView.lineWrapping,
        EditorView.contentAttributes.of({
          tabindex: '0',
          spellcheck: 'true',
          autocorrect: 'on',
          autocapitalize: 'sentences',
        }),
        lineDirections,
        liveMarks,
        liveTables,
        modelLines,
        theme,
      ],
    }),
  });
  return {
    view,
    bindTo(next) {
      if (next.text === bound.text) return;
      bound = next;
      view.dispatch({ effects: bindingPart.reconfigure([]) });
      const splice = spliceText(view.state.doc.toString(), next.text.toString());
      if (splice) {
        view.dispatch({ changes: { from: splice.index, to: splice.index + splice.remove, insert: splice.insert } });
      }
      view.dispatch({ effects: bindingPart.reconfigure(binding(next)) });
    },
    describe(attributes, isReadOnly) {
      view.dispatch({
        effects: attributesPart.reconfigure([
          EditorView.contentAttributes.of(isReadOnly ? { ...attributes, ...LOCKED } : attributes),
          EditorState.readOnly.of(isReadOnly),
          EditorView.editable.of(!isReadOnly),
        ]),
      });
    },
    step(kind) {
      takeStep(view, bound, kind);
    },
  };
}
