/**
 * The library of passkeys, loaded when a passkey is made or used: loading takes a quarter of a second of processor
 * time.
 */
export const webAuthentication = () => import('@simplewebauthn/server');
