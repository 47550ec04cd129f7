/** The library of passkeys, loaded when one is made or used: it takes a quarter of a second of the processor. */
export const webAuthentication = () => import('@simplewebauthn/server');
