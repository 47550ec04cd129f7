import { OFFER_CLASS, PLACES_KEY } from './reading-place-names.ts';

/**
 * Offers to continue where the reader left the post shown, if the post is shown from its top. The code that acts when
 * the offer is accepted or ignored is loaded only then (`comforts/reading-place`).
 */
export function offerPlace(): void {
  const [, slug] = location.pathname.split('/post/');
  try {
    if (!slug || scrollY > 0 || location.hash || !localStorage.getItem(PLACES_KEY)?.includes(`"${slug}"`)) return;
  } catch {
    // Storage can be off: then no place was stored.
    return;
  }
  const offer = document.createElement('section');
  const button = document.createElement('button');
  offer.className = OFFER_CLASS;
  offer.ariaLabel = 'Reading place';
  offer.dataset.comfort = '';
  button.type = 'button';
  button.textContent = 'Continue where you were';
  offer.append(button);
  import('../comforts/reading-place/reading-place.css').then(
    () => {
      if (!document.querySelector(`.${OFFER_CLASS}`)) document.body.append(offer);
    },
    () => {
      // The post can be read without the offer.
    },
  );
}
