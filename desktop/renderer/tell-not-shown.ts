import type { DesktopBridge } from '#shared/contract/ipc.ts';

interface NotShown {
  root: Element;
  bridge: Pick<DesktopBridge, 'app.not-shown'>;
  error: unknown;
  reload: () => void;
}

/** Characters of a cause the log is given. */
const LONGEST = 4000;

/**
 * Puts words in the place of an empty window, and a line into the log. Made of plain elements: what failed may be what
 * draws the rest.
 */
export function tellNotShown({ root, bridge, error, reload }: NotShown): void {
  const why = error instanceof Error ? (error.stack ?? error.message) : String(error);
  // Where the other side is not there either, the words are all there is.
  bridge['app.not-shown']({ why: why.slice(0, LONGEST) }).catch(() => undefined);
  const { ownerDocument: document } = root;
  const box = document.createElement('div');
  box.setAttribute('role', 'alert');
  box.className = 'mx-auto grid min-h-dvh max-w-md content-center gap-4 p-6';
  const words = document.createElement('p');
  words.textContent =
    'The app could not be started. What you have written is on this computer. Try again; if that does not help, quit the app and open it anew.';
  const again = document.createElement('button');
  again.type = 'button';
  again.className = 'justify-self-start rounded-md border border-line-strong px-4 py-2 font-semibold';
  again.textContent = 'Try again';
  again.addEventListener('click', reload);
  box.append(words, again);
  root.replaceChildren(box);
}
