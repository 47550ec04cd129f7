import { askFor } from './ask-for-comfort.ts';
import { PLACES_KEY } from './places-key.ts';

/** Where a reader has left posts in their middle, that of the post shown is offered. Others pay this look. */
export function offerPlace(): void {
  const [, slug] = location.pathname.split('/post/');
  try {
    if (!slug || !localStorage.getItem(PLACES_KEY)?.includes(`"${slug}"`)) return;
  } catch {
    // Storage can be off: then no place was kept.
    return;
  }
  askFor('readingPlace').then(
    ({ use }) => use(document.body, new Event('load')),
    () => {
      // The post can be read without.
    },
  );
}
