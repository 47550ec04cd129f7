// Before any other module of the admin: what lets its workers begin under the page's policy.

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

export {};
