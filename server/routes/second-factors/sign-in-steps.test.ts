import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  getSecondFactors,
  getSignInStep,
  removeTotp,
  signInWithRecoveryCode,
  signInWithTotp,
} from '#shared/contract/index.ts';
import { getMe, login, updateCredentials } from '#shared/contract/session.ts';
import { anotherReader, ask, refused } from '../../test-call.ts';
import { cookieIn, openTwoSteps, proxied } from './two-steps-fixture.ts';

let site: Awaited<ReturnType<typeof openTwoSteps>>;
beforeEach(async () => {
  site = await openTwoSteps();
});
afterEach(() => site.app.close());

const right = { email: 'owner@secret.example', password: 'correct horse' };
const MINUTE = 60_000;

const withCode = (code: string, cookie: string | undefined, from = anotherReader()) =>
  ask(site.app.http, signInWithTotp, { body: { code }, cookie, from, headers: proxied });
const wrong = (code: string, cookie: string | undefined, from = anotherReader()) =>
  refused(site.app.http, signInWithTotp, { body: { code }, cookie, from, headers: proxied });
const isSignedIn = async (cookie: string) =>
  (await site.app.http.inject({ url: getMe.path, headers: { cookie } })).statusCode === 200;

describe('the two steps of a sign-in', () => {
  test('the password alone gives no session; the code gives one, and a browser that is known', async () => {
    const code = await site.enrolTotp();
    const refusal = await refused(site.app.http, login, { body: right, headers: proxied });
    expect(refusal).toMatchObject({ status: 401, code: 'second_factor_required' });
    expect(cookieIn(refusal.headers, 'ninefold.sid')).toBe('');
    expect(cookieIn(refusal.headers, 'ninefold.device')).toBe('');
    const step = cookieIn(refusal.headers, 'ninefold.step');
    expect(String(refusal.headers['set-cookie'])).toMatch(
      /^__Host-ninefold\.step=[\w-]{43}; Max-Age=600; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
    );
    expect(await isSignedIn(step)).toBe(false);

    site.app.clock.advance(30_000);
    const { body, headers } = await withCode(code(), step);
    expect(body.email).toBe(right.email);
    expect(await isSignedIn(cookieIn(headers, 'ninefold.sid'))).toBe(true);
    expect(cookieIn(headers, 'ninefold.device')).toMatch(/^__Host-ninefold\.device=./);
    expect([headers['set-cookie']].flat().join()).toContain('__Host-ninefold.step=; ');
  });

  test('an account without a second factor signs in as ever, also with recovery codes alone', async () => {
    await site.enrolCodes();
    expect((await ask(site.app.http, login, { body: right, headers: proxied })).body.email).toBe(right.email);
  });

  test('a wrong password is answered as ever, and tells nothing of a second factor', async () => {
    await site.enrolTotp();
    const refusal = await refused(site.app.http, login, { body: { ...right, password: 'wrong' }, headers: proxied });
    expect(refusal).toMatchObject({ code: 'invalid_credentials', message: 'Invalid email or password' });
    expect(refusal.headers['set-cookie']).toBeUndefined();
  });

  test('without the first step, with another’s cookie, and after ten minutes it is over', async () => {
    const code = await site.enrolTotp();
    const step = await site.firstStep();
    for (const cookie of [undefined, '__Host-ninefold.step=guessed', step.replace('__Host-', '')]) {
      expect((await wrong(code(1), cookie)).code).toBe('sign_in_expired');
      expect((await refused(site.app.http, getSignInStep, { cookie })).code).toBe('sign_in_expired');
    }
    site.app.clock.advance(10 * MINUTE);
    expect((await wrong(code(), step)).code).toBe('sign_in_expired');
  });

  test('it is good once: the same step signs nobody in a second time', async () => {
    const code = await site.enrolTotp();
    const step = await site.firstStep();
    site.app.clock.advance(30_000);
    await withCode(code(), step);
    site.app.clock.advance(30_000);
    expect((await wrong(code(), step)).code).toBe('sign_in_expired');
  });

  test('two tabs: the later first step of a browser ends the earlier; each browser has its own', async () => {
    const code = await site.enrolTotp();
    const first = await site.firstStep();
    const again = await site.firstStep({ ...proxied, cookie: first });
    const elsewhere = await site.firstStep();
    expect((await wrong(code(1), first)).code).toBe('sign_in_expired');
    site.app.clock.advance(30_000);
    await withCode(code(), again);
    site.app.clock.advance(30_000);
    await withCode(code(), elsewhere);
  });

  test('a password that was changed between the steps ends the sign-in', async () => {
    const code = await site.enrolTotp();
    const step = await site.firstStep();
    await ask(site.app.http, updateCredentials, { cookie: site.owner, body: { password: 'another horse' } });
    expect((await wrong(code(1), step)).code).toBe('sign_in_expired');
  });

  test('a factor that was taken off between the steps is none; what is left of the ways is said', async () => {
    const code = await site.enrolTotp();
    await site.enrolCodes();
    const step = await site.firstStep();
    const ways = async () => (await ask(site.app.http, getSignInStep, { cookie: step })).body.ways;
    expect(await ways()).toEqual(['totp', 'recovery-code']);
    await ask(site.app.http, removeTotp, { cookie: site.owner });
    expect(await ways()).toEqual(['recovery-code']);
    expect((await wrong(code(1), step)).code).toBe('wrong_code');
  });
});

describe('codes of an authenticator app', () => {
  test('of the previous, the current and the next step are taken, no others', async () => {
    const code = await site.enrolTotp();
    site.app.clock.advance(10 * MINUTE);
    for (const steps of [-2, 2, -100]) {
      expect([steps, (await wrong(code(steps), await site.firstStep())).code]).toEqual([steps, 'wrong_code']);
    }
    for (const steps of [-1, 0, 1]) await withCode(code(steps), await site.firstStep());
  });

  test('each is good once, also sent twice at the same moment, and none before one that was used', async () => {
    const code = await site.enrolTotp();
    // The code that the app was set up with.
    expect((await wrong(code(), await site.firstStep())).code).toBe('wrong_code');
    site.app.clock.advance(10 * MINUTE);
    const steps = [await site.firstStep(), await site.firstStep()];
    const answers = await Promise.all(
      steps.map((cookie) =>
        site.app.http.inject({
          method: 'POST',
          url: signInWithTotp.path,
          headers: { cookie, ...proxied },
          remoteAddress: anotherReader(),
          payload: { code: code() },
        }),
      ),
    );
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 401]);
    for (const earlier of [0, -1]) {
      expect((await wrong(code(earlier), await site.firstStep())).code).toBe('wrong_code');
    }
  });

  test('with the clock put back none is taken and the owner is told; a recovery code still is', async () => {
    const code = await site.enrolTotp();
    const [recovery = ''] = await site.enrolCodes();
    site.app.clock.advance(60 * MINUTE);
    await withCode(code(), await site.firstStep());
    site.app.clock.advance(-30 * MINUTE);
    const step = await site.firstStep();
    for (const told of [code(), code(60)]) {
      const refusal = await wrong(told, step);
      expect([refusal.code, refusal.message.includes('clock was put back')]).toEqual(['wrong_code', true]);
    }
    await ask(site.app.http, signInWithRecoveryCode, { body: { code: recovery }, cookie: step, headers: proxied });
  });

  test('what is no code of six digits is no attempt', async () => {
    await site.enrolTotp();
    const step = await site.firstStep();
    for (const text of ['', '12345', '1234567', '12345a', '１２３４５６', '-12345', '123 45', '1e5']) {
      expect([text, (await wrong(text, step)).code]).toEqual([text, 'invalid_input']);
    }
  });

  test('may be typed with a space, as programs show them', async () => {
    const code = await site.enrolTotp();
    site.app.clock.advance(MINUTE);
    await withCode(`${code().slice(0, 3)} ${code().slice(3)}`, await site.firstStep());
  });
});

describe('guessing', () => {
  test('after five wrong codes an account waits, and no new sign-in from anywhere lets it try sooner', async () => {
    const code = await site.enrolTotp();
    const [recovery = ''] = await site.enrolCodes();
    site.app.clock.advance(10 * MINUTE);
    for (let tries = 0; tries < 5; tries += 1) {
      expect((await wrong('000000', await site.firstStep())).code).toBe('wrong_code');
    }
    const refusal = await wrong(code(), await site.firstStep());
    expect(refusal).toMatchObject({ code: 'rate_limited', headers: { 'retry-after': '1' } });
    expect(
      await refused(site.app.http, signInWithRecoveryCode, {
        body: { code: recovery },
        cookie: await site.firstStep(),
        headers: proxied,
      }),
    ).toMatchObject({ code: 'rate_limited' });
    site.app.clock.advance(1000);
    await withCode(code(), await site.firstStep());
  });

  test('many at once gain nothing', async () => {
    await site.enrolTotp();
    const step = await site.firstStep();
    const answers = await Promise.all(Array.from({ length: 12 }, () => wrong('000000', step)));
    expect(answers.filter(({ code }) => code === 'wrong_code')).toHaveLength(5);
  });

  test('a browser that has signed in before is not kept out by strangers who have the password', async () => {
    const code = await site.enrolTotp();
    site.app.clock.advance(MINUTE);
    const { headers } = await withCode(code(), await site.firstStep());
    const device = cookieIn(headers, 'ninefold.device');
    for (let tries = 0; tries < 6; tries += 1) await wrong('000000', await site.firstStep());
    site.app.clock.advance(900);
    expect((await wrong(code(1), await site.firstStep())).code).toBe('rate_limited');
    const step = await site.firstStep({ ...proxied, cookie: device });
    await withCode(code(1), `${step}; ${device}`);
  });
});

describe('recovery codes', () => {
  const recover = (code: string, cookie: string) =>
    ask(site.app.http, signInWithRecoveryCode, { body: { code }, cookie, headers: proxied, from: anotherReader() });
  const notRecover = (code: string, cookie: string) =>
    refused(site.app.http, signInWithRecoveryCode, { body: { code }, cookie, headers: proxied, from: anotherReader() });

  test('each is good once, however it is written, and how many are left is told', async () => {
    await site.enrolTotp();
    const [first = '', second = ''] = await site.enrolCodes();
    await recover(first, await site.firstStep());
    expect((await notRecover(first, await site.firstStep())).code).toBe('wrong_code');
    await recover(` ${second.toLowerCase().replaceAll('-', ' ')} `, await site.firstStep());
    const { body } = await ask(site.app.http, getSecondFactors, { cookie: site.owner });
    expect(body.recoveryCodes.left).toBe(8);
  });

  test('of the same one sent twice at the same moment one signs in', async () => {
    await site.enrolTotp();
    const [code = ''] = await site.enrolCodes();
    const steps = [await site.firstStep(), await site.firstStep()];
    const answers = await Promise.all(
      steps.map((cookie) =>
        site.app.http.inject({
          method: 'POST',
          url: signInWithRecoveryCode.path,
          headers: { cookie, ...proxied },
          remoteAddress: anotherReader(),
          payload: { code },
        }),
      ),
    );
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 401]);
  });

  test('new ones end those before', async () => {
    await site.enrolTotp();
    const [old = ''] = await site.enrolCodes();
    const [now = ''] = await site.enrolCodes();
    expect((await notRecover(old, await site.firstStep())).code).toBe('wrong_code');
    await recover(now, await site.firstStep());
  });

  test('none lies in the database as it is', async () => {
    const codes = await site.enrolCodes();
    const rows = JSON.stringify(await site.app.database.db.selectFrom('recovery_codes').selectAll().execute());
    for (const code of codes) expect(rows).not.toContain(code.replaceAll('-', '').slice(4));
  });
});
