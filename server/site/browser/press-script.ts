/**
 * The name under which `window` holds the press made before the enhancer ran, and the path and query of the page as it
 * was loaded.
 */
export const PRESSES = 'ninefoldPresses';

declare global {
  interface Window {
    [PRESSES]?: { at: string; pressed?: HTMLElement; isOver?: boolean };
  }
}

/**
 * The inline script that keeps the last press of a button that does nothing without scripts, until `enhancer.ts` has
 * loaded and takes it over. Until then links and forms work as they do without scripts. It is constant: the server
 * allows it by its hash.
 */
export const PRESS_SCRIPT = `(function(p){document.addEventListener('click',function(e){var b=e.target.closest('button[type=button]');if(b&&!p.isOver){if(p.pressed)p.pressed.ariaBusy=null;p.pressed=b;b.ariaBusy='true'}},true)})(window.${PRESSES}={at:location.pathname+location.search})`;
