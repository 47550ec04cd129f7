import { hash } from '@node-rs/argon2';
import { argon2Passwords, type Passwords } from './adapters/passwords.ts';

/** The least work that argon2 allows: the cost of a guess is not tested, and took half the time of a sign-in. */
const LEAST = { memoryCost: 8, timeCost: 1, parallelism: 1 };

/** The product's hashes, made and checked quickly: a hash itself states its cost. */
export const quickPasswords: Passwords = { ...argon2Passwords, hash: (password) => hash(password, LEAST) };
