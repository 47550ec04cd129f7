const CONTROLS = 'a[href], button, input, select, textarea, summary, [tabindex]:not([data-radix-focus-guard])';
const WINDOW = '[role="dialog"], [role="alertdialog"]';

/** The former place of a removed element: inside `parent`, before its child number `index`. */
interface Gap {
  parent: Element;
  index: number;
}

/**
 * Keeps the focus near its former place. When the focused control is removed, the nearest control gets the focus; when
 * it is only disabled for a while (a button whose work is in progress), it gets the focus back afterwards. This happens
 * only after a key press: on a touch screen the focus would open a keyboard nobody asked for. Returns a function that
 * ends it.
 */
export function keepFocus(): () => void {
  const { body } = document;
  const listening = new AbortController();
  const listen = { capture: true, signal: listening.signal };
  let last: HTMLElement | null = null;
  let gap: Gap | null = null;
  /**
   * Whether `last` was disabled for a while. Only then does it get the focus back: otherwise it may have lost the focus
   * on purpose.
   */
  let hasRested = false;
  let isByKeys = true;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const restoreFocus = () => {
    const { activeElement } = document;
    // A dialog takes the focus itself when a control in it is removed; the next Tab would then lead to its first
    // control.
    const isLost = activeElement === body || activeElement?.matches(WINDOW);
    if (!isByKeys || !isLost) return;
    if (gap) nearestTo(gap)?.focus();
    else if (hasRested && last?.isConnected && !last.matches(':disabled')) last.focus();
  };
  const observer = new MutationObserver((records) => {
    if (!last) return;
    for (const record of records) gap = gapAfter(record, gap?.parent ?? last) ?? gap;
    hasRested ||= last.matches(':disabled');
    clearTimeout(timer);
    // A closing dialog gives the focus back itself, a moment after it is removed.
    timer = setTimeout(restoreFocus);
  });
  const remember = ({ target }: Event) => {
    if (!(target instanceof HTMLElement) || target.matches(WINDOW)) return;
    last = target;
    gap = null;
    hasRested = false;
  };
  const note = ({ type }: Event) => {
    isByKeys = type === 'keydown';
  };
  window.addEventListener('focusin', remember, listen);
  window.addEventListener('keydown', note, listen);
  window.addEventListener('pointerdown', note, listen);
  observer.observe(body, { childList: true, subtree: true, attributeFilter: ['disabled'] });
  return () => {
    clearTimeout(timer);
    observer.disconnect();
    listening.abort();
  };
}

/** Returns the gap that a change leaves in place of `element`; null when the change removed something else. */
function gapAfter(
  { target, removedNodes, nextSibling, previousSibling }: MutationRecord,
  element: Element,
): Gap | null {
  if (element.isConnected || !(target instanceof Element)) return null;
  if (![...removedNodes].some((node) => node.contains(element))) return null;
  const nodes: Node[] = [...target.childNodes];
  // The neighbours may have been removed in the same change.
  const behind = previousSibling ? nodes.indexOf(previousSibling) + 1 : 0;
  const before = nextSibling ? nodes.indexOf(nextSibling) : nodes.length;
  const children = nodes.slice(0, behind || Math.max(before, 0)).filter((node) => node instanceof Element);
  return { parent: target, index: children.length };
}

/**
 * Returns the control nearest to a gap: after it, before it, then further out. A visible control is preferred to the
 * others there.
 */
function nearestTo({ parent, index }: Gap): HTMLElement | null {
  const children = [...parent.children];
  const controls = [...children.slice(index), ...children.slice(0, index).reverse()].flatMap(controlsIn);
  const found = controls.find(isInSight) ?? controls[0];
  if (found) return found;
  if (parent instanceof HTMLElement && parent.hasAttribute('tabindex') && isShown(parent)) return parent;
  const outer = parent.parentElement;
  return outer && nearestTo({ parent: outer, index: [...outer.children].indexOf(parent) });
}

function controlsIn(element: Element): HTMLElement[] {
  return [element, ...element.querySelectorAll(CONTROLS)].filter(
    (each): each is HTMLElement =>
      each instanceof HTMLElement &&
      each.matches(CONTROLS) &&
      each.tabIndex >= 0 &&
      !each.matches(':disabled') &&
      // A toast disappears by itself, and the focus would be lost with it.
      each.closest('[aria-hidden="true"], [inert], .toasts') === null &&
      isShown(each),
  );
}

function isShown(element: HTMLElement): boolean {
  return element.checkVisibility({ visibilityProperty: true });
}

function isInSight(element: HTMLElement): boolean {
  const { top, bottom } = element.getBoundingClientRect();
  return top >= 0 && bottom <= window.innerHeight;
}
