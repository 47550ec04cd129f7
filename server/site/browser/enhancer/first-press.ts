import { PRESSES } from '../press-script.ts';
import { isPlainClick } from './plain-click.ts';
import { isAwake, wake } from './wake.ts';

/** Links to screens of the site, which React shows without loading a document; those of a published site are files. */
const LINKS = 'a[href^="/"]:not([data-writer] *, [href^="/admin"], [href*="#"], [href*="."], [target], [download])';
/** What React alone does as the page promises it. The buttons of theme and view need no React, nor does what comforts have brought. */
const CONTROLS = 'button:not(.theme-toggle, .segment, [data-comfort] *), a.button[rel=next]';
/** What a reader comes near before React is needed. */
const INTENT = `${LINKS}, ${CONTROLS}, input, select, textarea`;

/** How long a press waits for React, in milliseconds, before the browser does what it does without: it follows the link … */
const LINK_WAITS = 150;
/** … and sends the form. */
const FORM_WAITS = 2000;

const held = new Set<HTMLElement>();
let isRepeating = false;

/**
 * Loads React at the first sign that it will be needed: the pointer moves on, or the focus comes to, a control or a link
 * within the site. A press made before it answers is kept, shown as taken (`aria-busy`), and done again: by React when it
 * is there, by the browser where it does not come.
 */
export function keepFirstPresses(): void {
  // Not `pointerover`: a pointer that lies still is over whatever is scrolled beneath it, or painted there.
  for (const sign of ['pointermove', 'pointerdown', 'focusin', 'keydown']) {
    document.addEventListener(sign, ({ target }) => begin(target), { capture: true, passive: true });
  }
  // The focus may have gone there before this script came.
  begin(document.activeElement);
  document.addEventListener('click', hold, true);
  document.addEventListener('change', holdChoice, true);
  const early = window[PRESSES];
  if (!early) return;
  early.isOver = true;
  early.pressed?.removeAttribute('aria-busy');
  early.pressed?.click();
}

function begin(target: EventTarget | null): void {
  if (isAwake() || !(target instanceof Element) || !target.closest(INTENT)) return;
  wake().catch(() => {
    // The browser tells what it could not load; a press tries again.
  });
}

function hold(event: MouseEvent): void {
  if (isAwake() || isRepeating || event.defaultPrevented || !(event.target instanceof Element)) return;
  const control = event.target.closest<HTMLElement>(`${LINKS}, ${CONTROLS}`);
  if (!control || (control instanceof HTMLAnchorElement && !isPlainClick(event))) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  if (!held.has(control)) void keep(control);
}

/** Tells React, when it is there, what was chosen from a list; without it, the form is sent. */
function holdChoice({ target }: Event): void {
  if (isAwake() || !(target instanceof HTMLSelectElement)) return;
  wake().then(
    () => target.dispatchEvent(new Event('change', { bubbles: true })),
    () => target.form?.requestSubmit(),
  );
}

async function keep(control: HTMLElement): Promise<void> {
  held.add(control);
  control.setAttribute('aria-busy', 'true');
  const waits = control.matches(LINKS) ? LINK_WAITS : control.matches('[type=submit]') ? FORM_WAITS : null;
  try {
    await (waits === null ? wake() : Promise.race([wake(), after(waits)]));
  } catch {
    // The browser does what it can. What it can do nothing with needs the files of the site as it is now.
    if (control.matches('[type=button]') && navigator.onLine) location.reload();
  }
  held.delete(control);
  press(control);
}

function after(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

function press(control: HTMLElement): void {
  control.removeAttribute('aria-busy');
  if (!control.isConnected) return;
  isRepeating = true;
  control.click();
  isRepeating = false;
}
