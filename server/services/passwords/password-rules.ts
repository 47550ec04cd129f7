import type { KnownPasswords } from '#server/adapters/known-passwords.ts';
import { AppError } from '#shared/kernel/errors.ts';

/** Shorter words say nothing: they are part of anything. */
const SHORTEST_WORD = 4;
/** What every site of this program has to do with. */
const WORDS = ['ninefold', 'blog', 'admin', 'administrator', 'owner', 'password', 'passwort'];

/** Whom a password is for. */
export interface PasswordOf {
  email: string;
  name: string;
  siteName: string;
}

/**
 * What a new password may not be, beyond the least length that the contract asks for (docs/rules.md, "Passwords"). No kind
 * of character is asked for: that makes passwords no better, and people note them.
 */
export interface PasswordRules {
  /** Throws AppError `invalid_input` for one that others try first. */
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

/** Whether nothing is left of it beside words everybody expects, whatever stands around them: `Ninefold2026!`. */
function isOfContext(password: string, { email, name, siteName }: PasswordOf): boolean {
  const given = lettersOf(password);
  const [local = '', domain = ''] = email.split('@');
  const texts = [...WORDS, email, local, domain, domain.split('.')[0] ?? '', name, siteName];
  const words = texts.flatMap((text) => [text, ...text.split(/[^\p{L}]+/u)]).map(lettersOf);
  const long = words.filter((word) => word.length >= SHORTEST_WORD).toSorted((one, other) => other.length - one.length);
  return given !== '' && long.reduce((rest, word) => rest.replaceAll(word, ''), given) === '';
}

/** Its letters alone: neither digits nor signs make a word another. */
const lettersOf = (text: string) =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^\p{L}]/gu, '');
