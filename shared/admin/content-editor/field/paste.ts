import type { Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { linkMarkup } from '#shared/content/insert-link.ts';
import { isWholeAddress } from '#shared/content/link-address.ts';
import { isInCode } from './in-code.ts';
import { type PastedHtml, readPastedHtml } from './pasted-html.ts';
import { keepPlace, pastingLine } from './pasting.ts';

/** Tells the owner, in words, what was left out of a paste. */
type Tell = (what: string) => void;

/**
 * An address pasted over a selection makes the selection a link; content from an office program or a web page becomes
 * Markdown. In code everything is pasted as it is.
 */
export function pasteRules(tell: Tell): Extension {
  const rules = EditorView.domEventHandlers({
    paste({ clipboardData }, view) {
      const { state } = view;
      if (!clipboardData || state.readOnly || isInCode(state)) return false;
      const plain = clipboardData.getData('text/plain');
      const { main } = state.selection;
      const selected = state.sliceDoc(main.from, main.to);
      if (isWholeAddress(plain) && selected.trim() !== '' && !selected.includes('\n') && !isWholeAddress(selected)) {
        write(view, linkMarkup(selected, plain));
        return true;
      }
      const html = clipboardData.getData('text/html');
      // Code editors copy their colours along, as HTML.
      if (html === '' || clipboardData.types.includes('vscode-editor-data')) return false;
      const steps = readPastedHtml(html);
      if (html.length > MUCH) {
        void pasteSlowly(view, steps, plain, tell);
        return true;
      }
      const read = resultOf(steps);
      if (isPlain(read, plain)) return false;
      write(view, read.markdown);
      tellWhatIsLeft(read, tell);
      return true;
    },
  });
  return [rules, pastingLine];
}

/** In UTF-16 code units of HTML. Longer HTML is read a little at a time, so that the page goes on responding. */
const MUCH = 100_000;

function resultOf<T>(steps: Generator<void, T>): T {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

/**
 * Reads while the owner can go on working, then inserts the words where they were pasted, in one step, unless the paste
 * was cancelled.
 */
async function pasteSlowly(
  view: EditorView,
  steps: Generator<void, PastedHtml | null>,
  plain: string,
  tell: Tell,
): Promise<void> {
  const place = keepPlace(view);
  const read = await place.run(steps);
  const range = place.leave();
  if (range === null) tell('Nothing: the text was left before all was read.');
  if (read === 'cancelled' || range === null) return;
  const { from, to } = range;
  const { state } = view;
  const asTyped = () => state.facet(EditorView.clipboardInputFilter).reduce((text, of) => of(text, state), plain);
  const insert = state.toText(isPlain(read, plain) ? asTyped() : read.markdown);
  const { main } = state.selection;
  view.dispatch({
    changes: { from, to, insert },
    // If the owner has moved elsewhere, the cursor stays there.
    ...(main.from === from && main.to === to && { selection: { anchor: from + insert.length }, scrollIntoView: true }),
    userEvent: 'input.paste',
  });
  if (!isPlain(read, plain)) tellWhatIsLeft(read, tell);
}

/** Whether the plain text of the clipboard already says everything. */
function isPlain(read: PastedHtml | null, plain: string): read is null {
  return read === null || (read.markdown === '' && plain.trim() !== '');
}

function tellWhatIsLeft(read: PastedHtml, tell: Tell): void {
  const left = leftOut(read);
  if (left !== null) tell(left);
}

function write(view: EditorView, text: string): void {
  view.dispatch(view.state.replaceSelection(text), { userEvent: 'input.paste', scrollIntoView: true });
}

function leftOut({ pictures, links }: PastedHtml): string | null {
  const parts = [
    pictures === 1
      ? 'a picture that is not on the web'
      : pictures > 1
        ? `${pictures} pictures that are not on the web`
        : '',
    links === 1 ? 'an address a link cannot lead to' : links > 1 ? `${links} addresses links cannot lead to` : '',
  ].filter((part) => part !== '');
  return parts.length === 0 ? null : `Left out: ${parts.join(', ')}.`;
}
