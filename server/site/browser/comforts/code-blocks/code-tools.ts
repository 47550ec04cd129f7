import { copyText } from '../../share/copy-text.ts';
import { make, makeButton } from '../make.ts';
import { say } from '../say.ts';
import './code-tools.css';

/** How long a button says what it has done, in milliseconds. */
const SAYS_FOR = 2000;

/**
 * Gives each block of code in the page that has none its buttons: to copy it and, where lines go on beyond its edge, to
 * break them.
 */
export function use(): void {
  for (const code of document.querySelectorAll<HTMLElement>('.prose pre > code:first-child')) {
    const block = code.parentElement as HTMLElement;
    const tools = make('span', { class: 'code-tools', 'data-comfort': '' });
    if (block.scrollWidth > block.clientWidth) {
      const wrap = makeButton('code-wrap', 'Wrap', 'Wrap lines');
      wrap.ariaPressed = 'false';
      tools.append(wrap);
    }
    tools.append(makeButton('code-copy', 'Copy'));
    // First, in a line of no height that stays in sight when the block is scrolled sideways.
    block.prepend(tools);
  }
}

// One listener for all: a text that React shows again has the buttons without theirs.
document.addEventListener('click', ({ target }) => {
  const button = target instanceof Element ? target.closest('button') : null;
  const block = button?.closest('pre');
  if (!button || !block) return;
  if (button.matches('.code-wrap')) button.ariaPressed = String(block.classList.toggle('is-wrapped'));
  if (button.matches('.code-copy')) void copy(button, block.querySelector('code')?.textContent ?? '');
});

async function copy(button: HTMLButtonElement, code: string): Promise<void> {
  const isCopied = await copyText(code.replace(/\n$/, ''));
  button.textContent = isCopied ? 'Copied' : 'Not copied';
  say(isCopied ? 'Copied' : 'The code could not be copied');
  setTimeout(() => {
    button.textContent = 'Copy';
  }, SAYS_FOR);
}
