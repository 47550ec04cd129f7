/**
 * Environment variable that names the file with the key (32 bytes) `safeStorage` seals with: the system's keychain. Not
 * set, or no such file: the system has none.
 */
export const KEYCHAIN = 'NINEFOLD_STAND_IN_KEYCHAIN';
