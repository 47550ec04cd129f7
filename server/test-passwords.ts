import { hash } from '@node-rs/argon2';
import { argon2Passwords, type Passwords } from './adapters/passwords.ts';

/** The least work argon2 takes: how much a guess costs is not what tests are about, and was half the time of a sign-in. */
const LEAST = { memoryCost: 8, timeCost: 1, parallelism: 1 };

/** The product's hashes, made and looked at in a moment: what a hash costs stands in it. */
export const quickPasswords: Passwords = { ...argon2Passwords, hash: (password) => hash(password, LEAST) };
