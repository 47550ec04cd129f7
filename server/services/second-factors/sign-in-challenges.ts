import { createHash, randomBytes, randomInt } from 'node:crypto';
import type { Clock } from '#shared/kernel/clock.ts';
import { createShortMemory } from './short-memory.ts';

/** How long the second step of a sign-in may take, in milliseconds. */
export const STEP_LIFETIME = 10 * 60_000;
/** Sign-ins that wait for their second step. Only who has the password begins one. */
const MOST_CHALLENGES = 500;
/** The same of one network: one that begins many ends its own. */
const MOST_OF_A_NETWORK = 10;
/** Letters of an approval's code (RFC 8628 §6.1): no vowels, which make words. */
const LETTERS = 'BCDFGHJKLMNPQRSTVWXZ';
const APPROVAL_LETTERS = 8;

/** A sign-in whose password was right. */
export interface Challenge {
  adminId: number;
  /** The password's hash as it was: with another password the sign-in is over. */
  passwordHash: string;
  network: string;
  userAgent: string;
  via: 'browser' | 'desktop';
  /** Milliseconds since 1970. */
  startedAt: number;
  endsAt: number;
  /** What a passkey was asked to sign; null once it has answered. */
  passkey: string | null;
  approval: { code: string; state: 'waiting' | 'approved' | 'refused' } | null;
}

export interface SignInChallenges {
  /** Answers what the browser keeps, and nobody else: 256 random bits, of which the hash alone is kept here. */
  begin(challenge: Pick<Challenge, 'adminId' | 'passwordHash' | 'network' | 'userAgent' | 'via'>): string;
  get(key: string | undefined): Challenge | undefined;
  /** The one that waits for this code's answer. */
  findByCode(code: string): Challenge | undefined;
  end(key: string | undefined): void;
}

/** Sign-ins between their two steps: in memory, since one that a restart ends is begun again with the password. */
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

/** As it is typed: eight letters. */
export const newApprovalCode = (): string =>
  Array.from({ length: APPROVAL_LETTERS }, () => LETTERS.charAt(randomInt(LETTERS.length))).join('');

const nameOf = (key: string) => createHash('sha256').update(key).digest('hex');
