import { afterEach, beforeEach, expect, test } from 'vitest';
import { listAudit } from '#shared/contract/audit.ts';
import {
  answerApproval,
  askApproval,
  findApproval,
  getApproval,
  getSignInStep,
  signInApproved,
} from '#shared/contract/index.ts';
import { getMe, listSessions } from '#shared/contract/session.ts';
import { ask, refused } from '../../test-call.ts';
import { asDesktop, cookieIn, openTwoSteps, proxied } from './two-steps-fixture.ts';

let site: Awaited<ReturnType<typeof openTwoSteps>>;
beforeEach(async () => {
  site = await openTwoSteps();
  await site.enrolTotp();
});
afterEach(() => site.app.close());

const begin = async () => {
  const cookie = await site.firstStep(asDesktop, '203.0.113.9');
  const { body } = await ask(site.app.http, askApproval, { cookie, headers: asDesktop });
  return { cookie, code: body.code };
};
const state = async (cookie: string) =>
  (await ask(site.app.http, getApproval, { cookie, headers: asDesktop })).body.state;
const answer = (code: string, isApproved = true) =>
  ask(site.app.http, answerApproval, { cookie: site.owner, body: { code, isApproved } });
const notFound = async (code: string) => {
  const cookie = await site.app.signIn();
  for (const call of [findApproval, answerApproval]) {
    const body = call === findApproval ? { code } : { code, isApproved: true };
    expect((await refused(site.app.http, call, { cookie, body })).code).toBe('not_found');
  }
};
const finish = (cookie: string) => ask(site.app.http, signInApproved, { cookie, headers: asDesktop });
const notFinish = (cookie: string) => refused(site.app.http, signInApproved, { cookie, headers: asDesktop });

test('the owner sees what signs in, and by approving it signs it in, once', async () => {
  const { cookie, code } = await begin();
  expect(code).toMatch(/^[BCDFGHJKLMNPQRSTVWXZ]{8}$/);
  expect(await state(cookie)).toBe('waiting');
  expect((await notFinish(cookie)).code).toBe('wrong_code');

  const typed = `${code.slice(0, 4).toLowerCase()}-${code.slice(4)}`;
  const { body } = await ask(site.app.http, findApproval, { cookie: site.owner, body: { code: typed } });
  expect(body).toMatchObject({ device: 'Desktop app on Linux', network: '203.0.113.9' });
  expect(Date.parse(body.endsAt) - Date.parse(body.startedAt)).toBe(10 * 60_000);

  await answer(code);
  expect(await state(cookie)).toBe('approved');
  const signedIn = await finish(cookie);
  const session = cookieIn(signedIn.headers, 'ninefold.sid');
  expect((await ask(site.app.http, getMe, { cookie: session })).body.id).toBe(1);
  const list = (await ask(site.app.http, listSessions, { cookie: session })).body;
  expect(list.find(({ current }) => current)?.via).toBe('desktop');
  expect((await notFinish(cookie)).code).toBe('sign_in_expired');
  await notFound(code);
});

test('one that is refused signs nobody in, and its code is worth nothing afterwards', async () => {
  const { cookie, code } = await begin();
  await answer(code, false);
  expect(await state(cookie)).toBe('refused');
  expect(await notFinish(cookie)).toMatchObject({ code: 'wrong_code', message: expect.stringContaining('refused') });
  await notFound(code);
});

test('an approval is of the sign-in that asked, and of no other', async () => {
  const [mine, other] = [await begin(), await begin()];
  await answer(mine.code);
  expect(await state(other.cookie)).toBe('waiting');
  expect((await notFinish(other.cookie)).code).toBe('wrong_code');
  await finish(mine.cookie);
});

test('it ends after ten minutes, asked for or approved', async () => {
  const [asked, approved] = [await begin(), await begin()];
  await answer(approved.code);
  site.app.clock.advance(10 * 60_000);
  await notFound(asked.code);
  expect((await notFinish(approved.cookie)).code).toBe('sign_in_expired');
});

test('the code stays the same while it waits; after a refusal there is a new one', async () => {
  const { cookie, code } = await begin();
  const again = async () => (await ask(site.app.http, askApproval, { cookie, headers: asDesktop })).body.code;
  expect(await again()).toBe(code);
  await answer(code, false);
  expect(await again()).not.toBe(code);
});

test('the owner who has not signed in of late gives the password before they approve', async () => {
  const { code } = await begin();
  site.app.clock.advance(9 * 60_000);
  const waits = await begin();
  site.app.clock.advance(60_000);
  const body = { code: waits.code, isApproved: true };
  expect((await refused(site.app.http, answerApproval, { cookie: site.owner, body })).code).toBe('password_required');
  expect(await state(waits.cookie)).toBe('waiting');
  await notFound(code);
});

test('what was asked and what became of it is in the log, with whoever did it', async () => {
  const { cookie, code } = await begin();
  await answer(code);
  await finish(cookie);
  await answer((await begin()).code, false);
  const { body } = await ask(site.app.http, listAudit, { cookie: site.owner });
  const rows = body.map(({ event, name, network, actor }) => [event, name, network, actor.kind, actor.device]);
  expect(rows.reverse()).toEqual([
    ['totp_added', '', '127.0.0.1', 'browser', 'Unknown browser'],
    ['sign_in_approved', 'Desktop app on Linux', '127.0.0.1', 'browser', 'Unknown browser'],
    ['second_step_done', 'an approval', '127.0.0.1', 'app', 'Desktop app on Linux'],
    ['signed_in', '', '127.0.0.1', 'app', 'Desktop app on Linux'],
    ['sign_in_declined', 'Desktop app on Linux', '127.0.0.1', 'browser', 'Unknown browser'],
  ]);
});

test('a browser cannot ask for one, and is not offered it', async () => {
  const cookie = await site.firstStep();
  expect((await ask(site.app.http, getSignInStep, { cookie, headers: proxied })).body.ways).toEqual(['totp']);
  expect((await refused(site.app.http, askApproval, { cookie, headers: proxied })).code).toBe('sign_in_expired');
});

test('nobody guesses a code: ten a minute are looked at', async () => {
  const guess = () =>
    refused(site.app.http, findApproval, { cookie: site.owner, body: { code: 'BBBBBBBB' }, from: '198.51.100.7' });
  for (let tries = 0; tries < 10; tries += 1) expect((await guess()).code).toBe('not_found');
  expect((await guess()).code).toBe('rate_limited');
});
