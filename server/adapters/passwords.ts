import { hash, verify } from '@node-rs/argon2';

/** The hashing of passwords with argon2id, computed in the thread pool. */
export interface Passwords {
  hash(password: string): Promise<string>;
  /** Returns false for a wrong password, and for a stored text that is no hash. */
  matches(stored: string, password: string): Promise<boolean>;
}

export const argon2Passwords: Passwords = {
  hash: (password) => hash(password),
  async matches(stored, password) {
    try {
      return await verify(stored, password);
    } catch {
      // The text is no hash of ours: no password matches it.
      return false;
    }
  },
};
