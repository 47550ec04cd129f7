/** The name under which `window` holds the presses of before the enhancer. */
export const PRESSES = 'ninefoldPresses';

declare global {
  interface Window {
    [PRESSES]?: { pressed: HTMLElement | null; stop: () => void };
  }
}

/**
 * The inline script that keeps the last press of a button that does nothing without scripts, until `enhancer.ts` has come
 * and takes it over. Links and forms work meanwhile as they do without scripts. It is constant: the server allows it by
 * its hash.
 */
export const PRESS_SCRIPT = `(function(){var d=document,p={pressed:null,stop:function(){d.removeEventListener('click',f,true)}};function f(e){var b=e.target.closest('button[type=button]');if(b){if(p.pressed)p.pressed.removeAttribute('aria-busy');p.pressed=b;b.setAttribute('aria-busy','true')}}d.addEventListener('click',f,true);window.${PRESSES}=p})()`;
