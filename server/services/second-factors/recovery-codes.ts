import { randomInt } from 'node:crypto';
import type { Passwords } from '#server/adapters/passwords.ts';
import { atomically, type Executor } from '#server/db/transaction.ts';
import { noteInAudit } from '#server/repositories/history/audit.ts';
import {
  findUnusedCode,
  recoveryCodeFigures,
  replaceRecoveryCodes,
  spendRecoveryCode,
} from '#server/repositories/second-factors/recovery-codes.ts';
import { RECOVERY_CODES } from '#shared/contract/auth/second-factors.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import { AppError } from '#shared/kernel/errors.ts';

/** Codes for when the second factor is lost (docs/rules.md, "Second factors"). */
export interface RecoveryCodeService {
  /** Makes new ones in the place of those before. They are told here alone. */
  make(adminId: number): Promise<string[]>;
  /** How many were not used yet. */
  left(adminId: number): Promise<number>;
  /** Takes a code, once. Throws AppError `wrong_code`. */
  take(adminId: number, text: string): Promise<void>;
}

interface RecoveryCodeOptions {
  db: Executor;
  clock: Clock;
  passwords: Passwords;
}

export function createRecoveryCodeService({ db, clock, passwords }: RecoveryCodeOptions): RecoveryCodeService {
  return {
    async make(adminId) {
      const codes = distinctCodes();
      const hashed: { mark: string; hash: string }[] = [];
      // One after the other: each takes some 20 MB while it is hashed.
      for (const { mark, secret } of codes) hashed.push({ mark, hash: await passwords.hash(secret) });
      await atomically(db, async (trx) => {
        await replaceRecoveryCodes(trx, adminId, hashed, clock.now());
        await noteInAudit(trx, { event: 'recovery_codes_made' }, clock.now());
      });
      return codes.map(recoveryCodeText);
    },
    left: async (adminId) => (await recoveryCodeFigures(db, adminId)).left,
    async take(adminId, text) {
      const code = readRecoveryCode(text);
      const stored = code && (await findUnusedCode(db, adminId, code.mark));
      const isRight = code && stored && (await passwords.matches(stored.hash, code.secret));
      if (!isRight || !(await spendRecoveryCode(db, stored.id, clock.now()))) throw new AppError('wrong_code');
    },
  };
}

/** No two with the same mark. */
function distinctCodes(): RecoveryCode[] {
  const codes = new Map<string, RecoveryCode>();
  while (codes.size < RECOVERY_CODES) {
    const code = newRecoveryCode();
    codes.set(code.mark, code);
  }
  return [...codes.values()];
}

/** Digits and letters that are not taken for one another (Crockford's base 32). */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const GROUPS = 4;
const GROUP = 4;

/** A recovery code: which of them it is, 20 bits, and the secret part, 60 bits. */
interface RecoveryCode {
  mark: string;
  secret: string;
}

function newRecoveryCode(): RecoveryCode {
  const text = Array.from({ length: GROUPS * GROUP }, () => ALPHABET.charAt(randomInt(ALPHABET.length))).join('');
  return { mark: text.slice(0, GROUP), secret: text.slice(GROUP) };
}

/** As the owner sees it: "8K3P-…", four groups of four. */
function recoveryCodeText({ mark, secret }: RecoveryCode): string {
  return (mark + secret).match(/.{4}/g)?.join('-') ?? '';
}

/** Reads what was typed, in whatever case and with or without hyphens; null for what is no code. */
function readRecoveryCode(text: string): RecoveryCode | null {
  const plain = text.toUpperCase().replace(/[\s-]/g, '').replaceAll('O', '0').replace(/[IL]/g, '1');
  const isCode = plain.length === GROUPS * GROUP && [...plain].every((character) => ALPHABET.includes(character));
  return isCode ? { mark: plain.slice(0, GROUP), secret: plain.slice(GROUP) } : null;
}
