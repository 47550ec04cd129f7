import { hash, verify } from '@node-rs/argon2';

/** Passwords as argon2id hashes, computed in the thread pool. */
export interface Passwords {
  hash(password: string): Promise<string>;
  /** False for a wrong password and for a stored text that is no hash. */
  matches(stored: string, password: string): Promise<boolean>;
}

export const argon2Passwords: Passwords = {
  hash: (password) => hash(password),
  async matches(stored, password) {
    try {
      return await verify(stored, password);
    } catch {
      // Not a hash of ours: nobody knows a password for it.
      return false;
    }
  },
};
