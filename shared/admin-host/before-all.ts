// Before any other module of the admin: what lets its workers begin under the page's policy, and its schemas be made without
// code that is made of text (the browser's page says so before this is loaded).

(globalThis as { __zod_globalConfig?: object }).__zod_globalConfig ??= { jitless: true };

/** Built files of ours, with a hash in their name. Not every host gives addresses of a scheme of its own an origin. */
function isOwnFile(address: string): boolean {
  const { protocol, host, pathname } = new URL(address, location.href);
  return protocol === location.protocol && host === location.host && pathname.startsWith('/assets/');
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
