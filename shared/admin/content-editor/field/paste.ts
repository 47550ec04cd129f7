import type { Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { linkMarkup } from '#shared/content/insert-link.ts';
import { isWholeAddress } from '#shared/content/link-address.ts';
import { isInCode } from './in-code.ts';
import { type PastedHtml, readPastedHtml } from './pasted-html.ts';

/** What was left out of something pasted, in words; shown to the owner. */
type Tell = (what: string) => void;

/**
 * An address over a selection makes a link of it; what comes from an office program or a web page becomes Markdown. In
 * code everything stays as it is.
 */
export function pasteRules(tell: Tell): Extension {
  return EditorView.domEventHandlers({
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
      // Editors of code copy their colours along.
      if (html === '' || clipboardData.types.includes('vscode-editor-data')) return false;
      const read = readPastedHtml(html);
      if (read === null || (read.markdown === '' && plain.trim() !== '')) return false;
      write(view, read.markdown);
      const left = leftOut(read);
      if (left !== null) tell(left);
      return true;
    },
  });
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
