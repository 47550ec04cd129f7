import { z } from 'zod';
import { styleNonce } from '#shared/ui/style-nonce.ts';

// Before any other module of the admin: what makes its libraries keep to the page's policy.

// Schemas are checked without code that is made of text; even the attempt would be reported.
z.config({ jitless: true });

// The name under which libraries that write style elements look for the page's nonce (get-nonce, of Radix's windows).
Object.assign(globalThis, { __webpack_nonce__: styleNonce() });

/** Built files of ours, with a hash in their name. */
function isOwnFile(address: string): boolean {
  const { origin, pathname } = new URL(address, location.href);
  return origin === location.origin && pathname.startsWith('/assets/');
}

interface DefaultTypes {
  createPolicy(name: 'default', rules: { createScriptURL: (address: string) => string | null }): unknown;
}

// What the bundler writes for a worker is an address as text. Nothing but our own files begins as one; HTML and code as text
// stay refused, since nothing is said of them here.
(globalThis as { trustedTypes?: DefaultTypes }).trustedTypes?.createPolicy('default', {
  createScriptURL: (address) => (isOwnFile(address) ? address : null),
});
