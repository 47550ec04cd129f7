import type { DesktopBridge } from '#shared/contract/ipc.ts';

interface NotShown {
  root: Element;
  bridge: Pick<DesktopBridge, 'app.not-shown'>;
  error: unknown;
  reload: () => void;
}

/** The most characters of a cause that the log gets. */
const LONGEST = 4000;

/**
 * Shows words in an empty window, and writes a line into the log. Made of plain elements: the rendering code itself may
 * have failed.
 */
export function tellNotShown({ root, bridge, error, reload }: NotShown): void {
  const why = error instanceof Error ? (error.stack ?? error.message) : String(error);
  // If main does not answer either, these words are all that is left.
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
