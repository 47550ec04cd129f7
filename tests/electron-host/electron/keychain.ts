/**
 * The environment variable that names the file with the key (32 bytes) with which `safeStorage` seals: the system's
 * keychain. When it is not set, or there is no such file, the system has no keychain.
 */
export const KEYCHAIN = 'NINEFOLD_STAND_IN_KEYCHAIN';
