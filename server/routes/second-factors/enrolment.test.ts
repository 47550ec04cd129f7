import { Secret, TOTP } from 'otpauth';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { listAudit } from '#shared/contract/audit.ts';
import {
  confirmTotp,
  getSecondFactors,
  getSignInStep,
  makeRecoveryCodes,
  RECOVERY_CODES,
  removePasskey,
  removeTotp,
  renamePasskey,
  signInWithRecoveryCode,
  signInWithTotp,
  startPasskey,
  startTotp,
} from '#shared/contract/index.ts';
import { login } from '#shared/contract/session.ts';
import { ask, refused } from '../../test-call.ts';
import { openTwoSteps, proxied } from './two-steps-fixture.ts';

let site: Awaited<ReturnType<typeof openTwoSteps>>;
beforeEach(async () => {
  site = await openTwoSteps();
});
afterEach(() => site.app.close());

const cookie = () => site.owner;
const factors = async () => (await ask(site.app.http, getSecondFactors, { cookie: cookie() })).body;
const signsInWithPassword = async () => {
  const body = { email: 'owner@secret.example', password: 'correct horse' };
  return (await site.app.http.inject({ method: 'POST', url: login.path, headers: proxied, payload: body })).statusCode;
};
const codeOf = (secret: string) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: site.app.clock.now() });

describe('an authenticator app', () => {
  test('counts when a code of it was given, and no sooner', async () => {
    const { body } = await ask(site.app.http, startTotp, { cookie: cookie() });
    expect(body.secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(body.uri).toBe(
      `otpauth://totp/Ninefold:owner%40secret.example?issuer=Ninefold&secret=${body.secret}&algorithm=SHA1&digits=6&period=30`,
    );
    expect((await factors()).totp).toBeNull();
    expect(await signsInWithPassword()).toBe(200);
    const wrong = await refused(site.app.http, confirmTotp, { cookie: cookie(), body: { code: '000000' } });
    expect(wrong).toMatchObject({ status: 400, code: 'invalid_input', issues: [{ path: 'code' }] });
    await ask(site.app.http, confirmTotp, { cookie: cookie(), body: { code: codeOf(body.secret) } });
    expect((await factors()).totp).toMatchObject({ isReadable: true, lastUsedAt: null });
    expect(await signsInWithPassword()).toBe(401);
  });

  test('another one takes its place when its code is given; until then the one before is good', async () => {
    const former = await site.enrolTotp();
    const { body } = await ask(site.app.http, startTotp, { cookie: cookie() });
    site.app.clock.advance(60_000);
    const signIn = async (code: string) => ({
      body: { code },
      cookie: await site.firstStep(),
      headers: proxied,
    });
    await ask(site.app.http, signInWithTotp, await signIn(former()));
    await ask(site.app.http, confirmTotp, { cookie: cookie(), body: { code: codeOf(body.secret) } });
    site.app.clock.advance(60_000);
    expect((await refused(site.app.http, signInWithTotp, await signIn(former()))).code).toBe('wrong_code');
    await ask(site.app.http, signInWithTotp, await signIn(codeOf(body.secret)));
  });

  test('is taken off, and then the password alone signs in', async () => {
    await site.enrolTotp();
    await ask(site.app.http, removeTotp, { cookie: cookie() });
    expect(await signsInWithPassword()).toBe(200);
    expect((await refused(site.app.http, removeTotp, { cookie: cookie() })).code).toBe('not_found');
  });

  test('its secret is told once, and lies sealed in the database', async () => {
    const { body } = await ask(site.app.http, startTotp, { cookie: cookie() });
    const [row] = await site.app.database.db.selectFrom('one_time_codes').selectAll().execute();
    const secret = Secret.fromBase32(body.secret);
    expect(row?.secret.includes(Buffer.from(secret.bytes))).toBe(false);
    expect(row?.secret.includes(body.secret)).toBe(false);
    expect(JSON.stringify(await factors())).not.toContain(body.secret);
  });

  test('under another key of the server its codes cannot be checked: the owner is told, and recovery codes are good', async () => {
    const code = await site.enrolTotp();
    const [recovery = ''] = await site.enrolCodes();
    const folder = site.app.folder;
    await site.app.close({ keepFolder: true });
    const secret = 'another secret of thirty-two characters';
    site = await openTwoSteps({
      folder,
      env: { SITE_URL: 'https://blog.example', TRUST_PROXY: '1', AI_KEY_SECRET: secret },
    });
    expect((await factors()).totp?.isReadable).toBe(false);
    const step = await site.firstStep();
    expect((await ask(site.app.http, getSignInStep, { cookie: step })).body.ways).toEqual(['recovery-code']);
    site.app.clock.advance(60_000);
    const refusal = await refused(site.app.http, signInWithTotp, {
      body: { code: code(2) },
      cookie: step,
      headers: proxied,
    });
    expect([refusal.code, refusal.message.includes('key has changed')]).toEqual(['wrong_code', true]);
    await ask(site.app.http, signInWithRecoveryCode, { body: { code: recovery }, cookie: step, headers: proxied });
    // The authenticator app can be set up again.
    await site.enrolTotp();
    expect((await factors()).totp?.isReadable).toBe(true);
  });
});

test('recovery codes are ten, all different, of letters and digits that are not taken for one another', async () => {
  expect((await factors()).recoveryCodes).toEqual({ left: 0, createdAt: null });
  const codes = await site.enrolCodes();
  expect(new Set(codes).size).toBe(RECOVERY_CODES);
  for (const code of codes) expect(code).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-HJKMNP-TV-Z]{4}$/);
  expect((await factors()).recoveryCodes.left).toBe(RECOVERY_CODES);
});

test('what is added and taken off asks for a recent sign-in, and is in the log without a secret', async () => {
  await site.enrolTotp();
  const codes = await site.enrolCodes();
  await site.enrolPasskey('Laptop');
  const [passkey] = (await factors()).passkeys;
  const params = { id: passkey?.id ?? 0 };
  await ask(site.app.http, renamePasskey, { cookie: cookie(), params, body: { name: 'Phone' } });
  await ask(site.app.http, removePasskey, { cookie: cookie(), params });
  await ask(site.app.http, removeTotp, { cookie: cookie() });
  const { body } = await ask(site.app.http, listAudit, { cookie: cookie() });
  expect(body.map(({ event, name }) => `${event} ${name}`.trim()).reverse()).toEqual([
    'totp_added',
    'recovery_codes_made',
    'passkey_added Laptop',
    'passkey_renamed Phone',
    'passkey_removed Phone',
    'totp_removed',
  ]);
  for (const code of codes) expect(JSON.stringify(body)).not.toContain(code);

  site.app.clock.advance(10 * 60_000);
  for (const call of [startTotp, removeTotp, startPasskey, makeRecoveryCodes]) {
    expect((await refused(site.app.http, call, { cookie: cookie() })).code).toBe('password_required');
  }
});
