import { randomInt } from 'node:crypto';

/** Digits and letters that are not taken for one another (Crockford's base 32). */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const GROUPS = 4;
const GROUP = 4;

/** A recovery code: which of them it is, 20 bits, and the secret part, 60 bits. */
export interface RecoveryCode {
  mark: string;
  secret: string;
}

export function newRecoveryCode(): RecoveryCode {
  const text = Array.from({ length: GROUPS * GROUP }, () => ALPHABET.charAt(randomInt(ALPHABET.length))).join('');
  return { mark: text.slice(0, GROUP), secret: text.slice(GROUP) };
}

/** As the owner sees it: "8K3P-…", four groups of four. */
export function recoveryCodeText({ mark, secret }: RecoveryCode): string {
  return (mark + secret).match(/.{4}/g)?.join('-') ?? '';
}

/** Reads what was typed, in whatever case and with or without hyphens; null for what is no code. */
export function readRecoveryCode(text: string): RecoveryCode | null {
  const plain = text.toUpperCase().replace(/[\s-]/g, '').replaceAll('O', '0').replace(/[IL]/g, '1');
  const isCode = plain.length === GROUPS * GROUP && [...plain].every((character) => ALPHABET.includes(character));
  return isCode ? { mark: plain.slice(0, GROUP), secret: plain.slice(GROUP) } : null;
}
