import { expect, test } from 'vitest';
import { createKnownPasswords } from '../../adapters/known-passwords.ts';
import { createPasswordRules } from './password-rules.ts';

const rules = createPasswordRules(createKnownPasswords());
const owner = { email: 'mara.lindt@garden-notes.example', name: 'Mara Lindt', siteName: 'The Garden Notes' };
const check = (password: string) => rules.check(password, owner);

test.each(['123456', 'password', 'Password', 'QWERTY123', 'iloveyou', 'letmein', 'dragon1', 'zzzzzzzz'])(
  '%s is what everybody tries first',
  async (password) => {
    await expect(check(password)).rejects.toMatchObject({
      code: 'invalid_input',
      issues: [{ path: 'password', message: expect.stringContaining('tried first') }],
    });
  },
);

test.each([
  'Ninefold2026!',
  'thegardennotes',
  'Garden-Notes-1',
  'm.a.r.a.lindt99',
  'LindtLindt',
  'mara.lindt@garden-notes.example',
])('%s is made of what everybody knows', async (password) => {
  await expect(check(password)).rejects.toMatchObject({ message: expect.stringContaining('little more than') });
});

test.each([
  'sixsix',
  'correct horse',
  'garden of mara in june',
  '!!??!!',
  'пароль из слов',
  `${'a'.repeat(500)}b`,
  '  spaces at its ends  ',
])('%s is fine: no kind of character is asked for, and no length but the least', async (password) => {
  await expect(check(password)).resolves.toBeUndefined();
});
