import type { KnownPasswords } from '#server/adapters/known-passwords.ts';
import { AppError } from '#shared/kernel/errors.ts';

/** The shortest word that is compared: shorter words are a part of almost anything. */
const SHORTEST_WORD = 4;
/** Words that are obvious for every site of this program. */
const WORDS = ['ninefold', 'blog', 'admin', 'administrator', 'owner', 'password', 'passwort'];

/** The person for whom a password is set. */
export interface PasswordOf {
  email: string;
  name: string;
  siteName: string;
}

/**
 * The rules for a new password, besides the minimum length in the contract (docs/rules.md, "Passwords"). No kinds of
 * characters are required: they do not make passwords better, and people then write passwords down.
 */
export interface PasswordRules {
  /** Throws AppError `invalid_input` for a password that attackers try first. */
  check(password: string, of: PasswordOf): Promise<void>;
}

export function createPasswordRules(common: KnownPasswords): PasswordRules {
  return {
    async check(password, of) {
      if (isOneCharacter(password) || (await common.has(password)))
        throw refused(
          'This password is on the lists that are tried first when somebody breaks in. Choose another, best of several words.',
        );
      if (isOfContext(password, of))
        throw refused(
          'This password is little more than the name of the site, yours or your e-mail address. Choose another, best of several words.',
        );
    },
  };
}

const refused = (message: string) =>
  new AppError('invalid_input', { message, issues: [{ path: 'password', message }] });

const isOneCharacter = (password: string) => new Set(password).size === 1;

/** Whether a password consists only of obvious words, whatever other characters surround them: `Ninefold2026!`. */
function isOfContext(password: string, { email, name, siteName }: PasswordOf): boolean {
  const given = lettersOf(password);
  const [local = '', domain = ''] = email.split('@');
  const texts = [...WORDS, email, local, domain, domain.split('.')[0] ?? '', name, siteName];
  const words = texts.flatMap((text) => [text, ...text.split(/[^\p{L}]+/u)]).map(lettersOf);
  const long = words.filter((word) => word.length >= SHORTEST_WORD).toSorted((one, other) => other.length - one.length);
  return given !== '' && long.reduce((rest, word) => rest.replaceAll(word, ''), given) === '';
}

/** The letters of a text: digits and signs do not make a word different. */
const lettersOf = (text: string) =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^\p{L}]/gu, '');
