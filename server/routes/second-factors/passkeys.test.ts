import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  addPasskey,
  getSecondFactors,
  getSignInStep,
  MOST_PASSKEYS,
  makeRecoveryCodes,
  removePasskey,
  removeTotp,
  renamePasskey,
  signInWithPasskey,
  signInWithRecoveryCode,
  startPasskey,
  startPasskeySignIn,
} from '#shared/contract/index.ts';
import { confirmPassword, login } from '#shared/contract/session.ts';
import { RECENT } from '../../http/recent-sign-in.ts';
import { anotherReader, ask, refused } from '../../test-call.ts';
import { createPasskeyStub, type PasskeyStub } from './passkey-stub.ts';
import { asDesktop, cookieIn, openTwoSteps, proxied } from './two-steps-fixture.ts';

let site: Awaited<ReturnType<typeof openTwoSteps>>;
beforeEach(async () => {
  site = await openTwoSteps();
});
afterEach(() => site.app.close());

const ORIGIN = 'https://blog.example';
const factors = async () => (await ask(site.app.http, getSecondFactors, { cookie: site.owner })).body;

/** Begins a sign-in of its own and asks for the challenge to sign. */
async function begin() {
  const cookie = await site.firstStep();
  const { body } = await ask(site.app.http, startPasskeySignIn, { cookie, headers: proxied, from: anotherReader() });
  return { cookie, options: body };
}
const send = (cookie: string, passkey: object) => ({
  body: { passkey },
  cookie,
  headers: proxied,
  from: anotherReader(),
});
type Use = Parameters<PasskeyStub['use']>[1];
async function signIn(passkey: PasskeyStub, saying?: Use) {
  const { cookie, options } = await begin();
  return ask(site.app.http, signInWithPasskey, send(cookie, passkey.use(options.challenge, saying)));
}
async function refusedWith(passkey: PasskeyStub, saying?: Use) {
  const { cookie, options } = await begin();
  return (await refused(site.app.http, signInWithPasskey, send(cookie, passkey.use(options.challenge, saying)))).code;
}

describe('adding a passkey', () => {
  test('is refused while it would be the only factor: an authenticator app or recovery codes come first', async () => {
    expect((await refused(site.app.http, startPasskey, { cookie: site.owner })).code).toBe('passkey_alone');
    const created = createPasskeyStub(ORIGIN).create('guessed');
    const alone = { cookie: site.owner, body: { name: 'Key', passkey: created } };
    expect((await refused(site.app.http, addPasskey, alone)).code).toBe('passkey_alone');
    await site.enrolCodes();
    await site.enrolPasskey();
    expect((await factors()).passkeys).toMatchObject([{ name: 'Key', isUsable: true, lastUsedAt: null }]);
  });

  test('what keeps it company cannot be taken off before it', async () => {
    await site.enrolTotp();
    await site.enrolPasskey();
    expect((await refused(site.app.http, removeTotp, { cookie: site.owner })).code).toBe('passkey_alone');
    await ask(site.app.http, makeRecoveryCodes, { cookie: site.owner });
    await ask(site.app.http, removeTotp, { cookie: site.owner });
  });

  test('one that was made elsewhere, for another name, without its owner being verified or as a use is refused', async () => {
    await site.enrolCodes();
    for (const saying of [
      { origin: 'https://blog.example.evil.example' },
      { origin: 'http://blog.example' },
      { rpId: 'evil.example' },
      { isVerified: false },
      { type: 'webauthn.get' },
    ]) {
      const { body } = await ask(site.app.http, startPasskey, { cookie: site.owner });
      const passkey = createPasskeyStub(ORIGIN).create(body.challenge, saying);
      const refusal = await refused(site.app.http, addPasskey, { cookie: site.owner, body: { name: 'Key', passkey } });
      expect([saying, refusal.code]).toEqual([saying, 'invalid_input']);
      expect((await factors()).passkeys).toEqual([]);
    }
  });

  test('a challenge is good once, for five minutes, and for the session that asked', async () => {
    await site.enrolCodes();
    const passkey = createPasskeyStub(ORIGIN);
    const start = async () => (await ask(site.app.http, startPasskey, { cookie: site.owner })).body.challenge;
    const add = (challenge: string, cookie = site.owner, stub = passkey) =>
      refused(site.app.http, addPasskey, { cookie, body: { name: 'Key', passkey: stub.create(challenge) } });
    const first = await start();
    expect((await add(first, await site.app.signIn())).code).toBe('invalid_input');
    await ask(site.app.http, addPasskey, {
      cookie: site.owner,
      body: { name: 'Key', passkey: passkey.create(first) },
    });
    expect((await add(first, site.owner, createPasskeyStub(ORIGIN))).code).toBe('invalid_input');
    const late = await start();
    site.app.clock.advance(5 * 60_000);
    expect((await add(late, site.owner, createPasskeyStub(ORIGIN))).code).toBe('invalid_input');
    expect((await add(await start())).code).toBe('name_taken');
  });

  test('a password that has to be given again while the browser makes it does not cost it', async () => {
    await site.enrolCodes();
    site.app.clock.advance(RECENT - 1000);
    const { body } = await ask(site.app.http, startPasskey, { cookie: site.owner });
    site.app.clock.advance(2000);
    const made = { name: 'Key', passkey: createPasskeyStub(ORIGIN).create(body.challenge) };
    const early = await refused(site.app.http, addPasskey, { cookie: site.owner, body: made });
    expect(early.code).toBe('password_required');
    const given = { body: { password: 'correct horse' }, cookie: site.owner, headers: proxied };
    const { headers } = await ask(site.app.http, confirmPassword, given);
    const cookie = cookieIn(headers, 'ninefold.sid');
    await ask(site.app.http, addPasskey, { cookie, body: made });
    expect((await refused(site.app.http, addPasskey, { cookie, body: made })).code).toBe('invalid_input');
  });

  test('it has a name that can be changed, and goes when it is removed; another account’s is not found', async () => {
    await site.enrolCodes();
    await site.enrolPasskey('Laptop');
    const [{ id } = { id: 0 }] = (await factors()).passkeys;
    const renamed = await ask(site.app.http, renamePasskey, {
      cookie: site.owner,
      params: { id },
      body: { name: ' Phone ' },
    });
    expect(renamed.body.name).toBe('Phone');
    await ask(site.app.http, removePasskey, { cookie: site.owner, params: { id } });
    for (const call of [removePasskey, renamePasskey]) {
      const gone = { cookie: site.owner, params: { id }, body: call === renamePasskey ? { name: 'x' } : undefined };
      expect((await refused(site.app.http, call, gone)).code).toBe('not_found');
    }
    expect((await factors()).passkeys).toEqual([]);
  });

  test(`there are ${MOST_PASSKEYS} at the most`, async () => {
    await site.enrolCodes();
    for (let count = 0; count < MOST_PASSKEYS; count += 1) await site.enrolPasskey(`Key ${count}`);
    expect((await refused(site.app.http, startPasskey, { cookie: site.owner })).code).toBe('too_many_passkeys');
  });
});

describe('signing in with a passkey', () => {
  let passkey: PasskeyStub;
  beforeEach(async () => {
    await site.enrolCodes();
    passkey = await site.enrolPasskey();
  });

  test('signs in, asks for the owner to be verified, and is noted', async () => {
    const { options } = await begin();
    expect(options).toMatchObject({ rpId: 'blog.example', userVerification: 'required' });
    expect(options.allowCredentials).toEqual([{ id: passkey.id, type: 'public-key', transports: ['internal'] }]);
    expect((await signIn(passkey)).body.id).toBe(1);
    expect((await factors()).passkeys[0]?.lastUsedAt).not.toBeNull();
  });

  test('what was signed elsewhere, for another name, without its owner being verified or as one that is made is refused', async () => {
    for (const saying of [
      { origin: 'https://evil.example' },
      { origin: 'https://a.blog.example' },
      { origin: 'https://blog.example:8443' },
      { rpId: 'evil.example' },
      { isVerified: false },
      { type: 'webauthn.create' },
    ]) {
      expect([saying, await refusedWith(passkey, saying)]).toEqual([saying, 'passkey_refused']);
      await signIn(passkey);
    }
  });

  test('a counter that does not go on is refused: there may be two of it', async () => {
    await signIn(passkey, { counter: 7 });
    for (const counter of [7, 6, 0]) expect(await refusedWith(passkey, { counter })).toBe('passkey_refused');
    await signIn(passkey, { counter: 8 });
  });

  test('one that does not count is taken each time', async () => {
    await signIn(passkey, { counter: 0 });
    await signIn(passkey, { counter: 0 });
  });

  test('what was signed once is worth nothing again, in this sign-in and in another', async () => {
    const { cookie, options } = await begin();
    const used = passkey.use(options.challenge, { counter: 0 });
    const altered = { ...used, response: { ...used.response, signature: 'AAAA' } };
    expect((await refused(site.app.http, signInWithPasskey, send(cookie, altered))).code).toBe('passkey_refused');
    // The first answer uses up the challenge, whether it is accepted or refused.
    expect((await refused(site.app.http, signInWithPasskey, send(cookie, used))).code).toBe('passkey_refused');
    const { cookie: other } = await begin();
    expect((await refused(site.app.http, signInWithPasskey, send(other, used))).code).toBe('passkey_refused');
  });

  test('a passkey that nobody has added is refused, and one that was removed', async () => {
    expect(await refusedWith(createPasskeyStub(ORIGIN))).toBe('passkey_refused');
    await site.enrolPasskey('Second');
    const [{ id } = { id: 0 }] = (await factors()).passkeys;
    await ask(site.app.http, removePasskey, { cookie: site.owner, params: { id } });
    expect(await refusedWith(passkey)).toBe('passkey_refused');
  });

  test('the desktop app is not offered one', async () => {
    const cookie = await site.firstStep(asDesktop);
    const { body } = await ask(site.app.http, getSignInStep, { cookie, headers: asDesktop });
    expect(body.ways).toEqual(['approval', 'recovery-code']);
    expect((await refused(site.app.http, startPasskeySignIn, { cookie, headers: asDesktop })).code).toBe(
      'passkeys_unavailable',
    );
    expect((await refused(site.app.http, startPasskey, { cookie: site.owner, headers: asDesktop })).code).toBe(
      'passkeys_unavailable',
    );
  });

  test('at another name of the site it is of no use, and the owner is told', async () => {
    const folder = site.app.folder;
    const [code = ''] = await site.enrolCodes();
    await site.app.close({ keepFolder: true });
    site = await openTwoSteps({ folder, env: { SITE_URL: 'https://moved.example', TRUST_PROXY: '1' } });
    expect((await factors()).passkeys).toMatchObject([{ isUsable: false }]);
    const cookie = await site.firstStep();
    expect((await ask(site.app.http, getSignInStep, { cookie })).body.ways).toEqual(['recovery-code']);
    await ask(site.app.http, signInWithRecoveryCode, { body: { code }, cookie, headers: proxied });
  });
});

test('a site without https has none, and its sign-in works as ever', async () => {
  await site.app.close();
  site = await openTwoSteps({ env: { SITE_URL: 'http://blog.example' } });
  await site.enrolCodes();
  expect((await factors()).passkeyOrigin).toBeNull();
  expect((await refused(site.app.http, startPasskey, { cookie: site.owner })).code).toBe('passkeys_unavailable');
  const right = { email: 'owner@secret.example', password: 'correct horse' };
  expect((await ask(site.app.http, login, { body: right })).body.id).toBe(1);
});
