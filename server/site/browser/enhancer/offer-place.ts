import { PLACES_KEY } from '../comforts/reading-place/places-key.ts';

/** What keeps, on the reader's device, how far a post was read. */
export const loadReadingPlace = () => import('../comforts/reading-place/reading-place.ts');

/** Offers to read on where the post that is shown was left in its middle. Costs those who left none a look. */
export function offerPlace(): void {
  const [, slug] = location.pathname.split('/post/');
  try {
    if (!slug || !localStorage.getItem(PLACES_KEY)?.includes(`"${slug}"`)) return;
  } catch {
    // Storage can be off: then no place was kept.
    return;
  }
  loadReadingPlace().then(
    ({ use }) => use(),
    () => {
      // The post can be read without.
    },
  );
}
