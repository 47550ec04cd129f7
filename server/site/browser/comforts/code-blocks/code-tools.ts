import { copyText } from '../../share/copy-text.ts';
import { make, makeButton } from '../make.ts';
import { say } from '../say.ts';
import './code-tools.css';

/** Milliseconds for which a button shows the result of a press. */
const SAYS_FOR = 2000;

/**
 * Gives its buttons to each block of code in the page that has none yet: one that copies the code and, where lines are
 * wider than the block, one that wraps them.
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
    // The buttons come first, in a line without height that stays in sight when the block is scrolled sideways.
    block.prepend(tools);
  }
}

// One listener serves all buttons: a text that React shows again has the buttons, but no listeners of their own.
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
