import { createHash, randomBytes, randomInt } from 'node:crypto';
import type { Clock } from '#shared/kernel/clock.ts';
import { createShortMemory } from './short-memory.ts';

/** The longest time, in milliseconds, for the second step of a sign-in. */
export const STEP_LIFETIME = 10 * 60_000;
/** The largest number of sign-ins that wait for their second step. Only someone with the password can begin one. */
const MOST_CHALLENGES = 500;
/** The same for one network: a network that begins too many loses its oldest ones. */
const MOST_OF_A_NETWORK = 10;
/** The letters of an approval's code (RFC 8628 §6.1): no vowels, because they could form words. */
const LETTERS = 'BCDFGHJKLMNPQRSTVWXZ';
const APPROVAL_LETTERS = 8;

/** A sign-in after the correct password. */
export interface Challenge {
  adminId: number;
  /** The hash of the password at the first step: if the password changes, the sign-in is over. */
  passwordHash: string;
  network: string;
  userAgent: string;
  via: 'browser' | 'desktop';
  /** Milliseconds since 1970. */
  startedAt: number;
  endsAt: number;
  /** The challenge that a passkey has to sign; null once it has answered. */
  passkey: string | null;
  approval: { code: string; state: 'waiting' | 'approved' | 'refused' } | null;
}

export interface SignInChallenges {
  /** Returns the key that only the browser keeps: 256 random bits, of which only the hash is stored here. */
  begin(challenge: Pick<Challenge, 'adminId' | 'passwordHash' | 'network' | 'userAgent' | 'via'>): string;
  get(key: string | undefined): Challenge | undefined;
  /** The sign-in that waits for an answer to this code. */
  findByCode(code: string): Challenge | undefined;
  end(key: string | undefined): void;
}

/**
 * Sign-ins between their two steps: held in memory, because a sign-in that a restart ends can be begun again with the
 * password.
 */
export function createSignInChallenges(clock: Clock): SignInChallenges {
  const challenges = createShortMemory<Challenge>(clock, STEP_LIFETIME, MOST_CHALLENGES);
  return {
    begin(start) {
      const startedAt = clock.now();
      challenges.makeRoom(({ network }) => network === start.network, MOST_OF_A_NETWORK - 1);
      const key = randomBytes(32).toString('base64url');
      const endsAt = startedAt + STEP_LIFETIME;
      challenges.set(nameOf(key), { ...start, startedAt, endsAt, passkey: null, approval: null });
      return key;
    },
    get: (key) => (key === undefined ? undefined : challenges.get(nameOf(key))),
    findByCode: (code) => challenges.find(({ approval }) => approval?.code === code && approval.state === 'waiting'),
    end(key) {
      if (key !== undefined) challenges.take(nameOf(key));
    },
  };
}

/** A code in the form in which it is typed: eight letters. */
export const newApprovalCode = (): string =>
  Array.from({ length: APPROVAL_LETTERS }, () => LETTERS.charAt(randomInt(LETTERS.length))).join('');

const nameOf = (key: string) => createHash('sha256').update(key).digest('hex');
