import { Secret, TOTP } from 'otpauth';
import { quickPasswords } from '#server/test-passwords.ts';
import { addPasskey, confirmTotp, makeRecoveryCodes, startPasskey, startTotp } from '#shared/contract/index.ts';
import { login } from '#shared/contract/session.ts';
import { createTestApp, type TestApp, type TestAppOptions } from '../../test-app.ts';
import { anotherReader, ask, refused } from '../../test-call.ts';
import { createPasskeyStub, type PasskeyStub } from './passkey-stub.ts';

const right = { email: 'owner@secret.example', password: 'correct horse' };

let passwordHash: string | undefined;

/** A site whose owner has a password, and ways to enrol and to sign in. */
export async function openTwoSteps(options: TestAppOptions = {}) {
  const app = await createTestApp({ env: { SITE_URL: 'https://blog.example', TRUST_PROXY: '1' }, ...options });
  passwordHash ??= await quickPasswords.hash(right.password);
  await app.database.db.updateTable('admin_users').set({ password: passwordHash }).execute();
  const owner = await app.signIn();
  return { app, owner, ...enrolling(app, owner), ...signingIn(app) };
}

/** The header that the proxy of an https site adds. */
export const proxied = { 'x-forwarded-proto': 'https' };
export const asDesktop = { ...proxied, 'x-ninefold-client': 'desktop', 'user-agent': 'Ninefold (Linux x86_64)' };

function enrolling({ http, clock }: TestApp, cookie: string) {
  return {
    /**
     * Sets up an authenticator app. Returns a function for the code that it shows, `steps` steps of 30 seconds from
     * now.
     */
    async enrolTotp(): Promise<(steps?: number) => string> {
      const { body } = await ask(http, startTotp, { cookie });
      const code = (steps = 0) =>
        new TOTP({ secret: Secret.fromBase32(body.secret) }).generate({ timestamp: clock.now() + steps * 30_000 });
      await ask(http, confirmTotp, { cookie, body: { code: code() } });
      return code;
    },
    async enrolCodes(): Promise<string[]> {
      return (await ask(http, makeRecoveryCodes, { cookie })).body.codes;
    },
    async enrolPasskey(name = 'Key', origin = 'https://blog.example'): Promise<PasskeyStub> {
      const passkey = createPasskeyStub(origin);
      const { body } = await ask(http, startPasskey, { cookie });
      await ask(http, addPasskey, { cookie, body: { name, passkey: passkey.create(body.challenge) } });
      return passkey;
    },
  };
}

function signingIn({ http }: TestApp) {
  return {
    /** Does the first step; returns the cookie of the second. */
    async firstStep(headers: Record<string, string> = proxied, from = anotherReader()): Promise<string> {
      const refusal = await refused(http, login, { body: right, headers, from });
      if (refusal.code !== 'second_factor_required') throw new Error(`The login answered ${refusal.code}`);
      return cookieIn(refusal.headers, 'ninefold.step');
    },
  };
}

/** A cookie of an answer, as the next request sends it; empty when it is not set, or removed. */
export function cookieIn(headers: { 'set-cookie'?: string | string[] | undefined }, name: string): string {
  const lines = [headers['set-cookie'] ?? []].flat().filter((line) => line.includes(`${name}=`));
  const pair = lines.find((line) => !line.includes('Expires=Thu, 01 Jan 1970'))?.split(';')[0] ?? '';
  return pair;
}
