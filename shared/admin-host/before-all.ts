// Loaded before any other module of the admin. It allows the admin's workers to start under the page's policy, and lets
// its schemas be made without code from text (the browser's page sets this before this module is loaded).

(globalThis as { __zod_globalConfig?: object }).__zod_globalConfig ??= { jitless: true };

/**
 * Whether an address is one of Ninefold's built files, whose names contain a hash. Hosts are compared, because not
 * every host gives an origin to addresses of its own scheme.
 */
function isOwnFile(address: string): boolean {
  const { protocol, host, pathname } = new URL(address, location.href);
  return protocol === location.protocol && host === location.host && pathname.startsWith('/assets/');
}

interface DefaultTypes {
  createPolicy(name: 'default', rules: { createScriptURL: (address: string) => string | null }): unknown;
}

// The bundler writes a worker's address as text. Only Ninefold's own files are accepted as such; HTML and code as text
// stay refused, since the policy has no rule for them.
(globalThis as { trustedTypes?: DefaultTypes }).trustedTypes?.createPolicy('default', {
  createScriptURL: (address) => (isOwnFile(address) ? address : null),
});

export {};
