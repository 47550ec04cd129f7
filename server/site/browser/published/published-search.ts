import { wake } from '../enhancer/wake.ts';

// The search page of a published site loads this module together with the enhancer: a query in the address is answered
// at once.
if (location.search !== '') {
  wake().catch(() => {
    // The browser reports the file that it could not load; a press tries again.
  });
}
