import { wake } from '../enhancer/wake.ts';

// What the search page of a published site loads beside the enhancer: an address that asks something is answered at once.
if (location.search !== '') {
  wake().catch(() => {
    // The browser tells what it could not load; a press tries again.
  });
}
