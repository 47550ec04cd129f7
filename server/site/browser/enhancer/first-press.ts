import { PRESSES } from '../press-script.ts';
import { isPlainClick } from './plain-click.ts';
import { isAwake, wake } from './wake.ts';

/**
 * Links to screens of the site, which React shows without loading a document. The pages of a published site are files,
 * so their links are left out.
 */
const LINKS = 'a[href^="/"]:not([data-writer] *, [href^="/admin"], [href*="#"], [href*="."], [target], [download])';
/**
 * The controls that work as they should only with React. The buttons of theme and view, and those that comforts have
 * added, need no React.
 */
const CONTROLS = 'button:not(.theme-toggle, .segment, [data-comfort] *), a.button[rel=next]';
/** The elements at which a reader arrives before React is needed. */
const INTENT = `${LINKS}, ${CONTROLS}, input, select, textarea`;

/** Milliseconds that a press waits for React before the browser acts without it: it follows the link … */
const LINK_WAITS = 150;
/** … or sends the form. */
const FORM_WAITS = 2000;

const held = new Set<HTMLElement>();
let isRepeating = false;

/**
 * Loads React at the first sign that it will be needed: the pointer moves on a control or a link within the site, or
 * the focus comes to one. A press made before React answers is held, shown as accepted (`aria-busy`), and repeated: for
 * React when it has loaded, for the browser when it cannot be loaded.
 */
export function keepFirstPresses(): void {
  // Not `pointerover`: that also fires for a pointer that lies still while elements are scrolled or painted beneath it.
  for (const sign of ['pointermove', 'pointerdown', 'focusin', 'keydown']) {
    document.addEventListener(sign, ({ target }) => begin(target), { capture: true, passive: true });
  }
  // The focus may have moved to a control before this script was loaded.
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
    // The browser reports the file that it could not load; a press tries again.
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

/** Tells React, once it has loaded, which option of a list was chosen; if it cannot be loaded, the form is sent. */
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
    // The browser does what it can. A button on which it can do nothing needs the files of the site's current version.
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
