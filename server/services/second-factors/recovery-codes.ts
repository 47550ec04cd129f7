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

/** Codes for an owner who has lost the second factor (docs/rules.md, "Second factors"). */
export interface RecoveryCodeService {
  /** Makes new codes, which replace the earlier ones. Their text is returned only here. */
  make(adminId: number): Promise<string[]>;
  /** The number of unused codes. */
  left(adminId: number): Promise<number>;
  /** Accepts a code, once. Throws AppError `wrong_code`. */
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
      // One after the other, because hashing each code takes about 20 MB.
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

/** Codes of which no two have the same mark. */
function distinctCodes(): RecoveryCode[] {
  const codes = new Map<string, RecoveryCode>();
  while (codes.size < RECOVERY_CODES) {
    const code = newRecoveryCode();
    codes.set(code.mark, code);
  }
  return [...codes.values()];
}

/** Digits and letters that cannot be confused with each other (Crockford's base 32). */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const GROUPS = 4;
const GROUP = 4;

/** A recovery code: the mark that identifies it, 20 bits, and the secret part, 60 bits. */
interface RecoveryCode {
  mark: string;
  secret: string;
}

function newRecoveryCode(): RecoveryCode {
  const text = Array.from({ length: GROUPS * GROUP }, () => ALPHABET.charAt(randomInt(ALPHABET.length))).join('');
  return { mark: text.slice(0, GROUP), secret: text.slice(GROUP) };
}

/** A code in the form for the owner: "8K3P-…", four groups of four. */
function recoveryCodeText({ mark, secret }: RecoveryCode): string {
  return (mark + secret).match(/.{4}/g)?.join('-') ?? '';
}

/** Reads a typed code, in any case and with or without hyphens; null for text that is not a code. */
function readRecoveryCode(text: string): RecoveryCode | null {
  const plain = text.toUpperCase().replace(/[\s-]/g, '').replaceAll('O', '0').replace(/[IL]/g, '1');
  const isCode = plain.length === GROUPS * GROUP && [...plain].every((character) => ALPHABET.includes(character));
  return isCode ? { mark: plain.slice(0, GROUP), secret: plain.slice(GROUP) } : null;
}
