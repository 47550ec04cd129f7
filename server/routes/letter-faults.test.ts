import { afterEach, beforeEach, expect, test } from 'vitest';
import { getLettersState, listLetterTroubles } from '#shared/contract/letters/letters.ts';
import { HOUR } from '../repositories/blog-fixture.ts';
import { ask } from '../test-call.ts';
import type { Refusal } from '../test-mail-server.ts';
import { type LetterStage, SITE, startLetterStage } from './letters-fixture.ts';

// Faults of a mail server with one recipient of several, once each, and what comes of them: tested with the whole app
// and a real mail server.

let stage: LetterStage;
beforeEach(async () => {
  stage = await startLetterStage();
});
afterEach(() => stage.close());

const readers = Array.from({ length: 5 }, (_, index) => `reader-${index + 1}@x.example`);
const THIRD = 'reader-3@x.example';
const state = async () => (await ask(stage.app.http, getLettersState, { cookie: stage.cookie })).body;
const letter = async () => {
  stage.look();
  return (await stage.letters())[0];
};
/** Lets an hour pass and returns the letter. Polled until the letter has ended. */
const inTheEnd = async () => {
  stage.app.clock.advance(HOUR);
  return letter();
};
const troubles = async () => {
  const id = (await letter())?.id ?? 0;
  return (await ask(stage.app.http, listLetterTroubles, { params: { id }, cookie: stage.cookie })).body;
};

/** Answers the third reader's letter once with this refusal; null ends the connection instead. */
function failOnce(fault: Refusal | null): void {
  let isDone = false;
  stage.server.onText = (to) => {
    if (isDone || to !== THIRD) return null;
    isDone = true;
    if (fault === null) stage.server.cut();
    return fault;
  };
}

async function sendLetter(): Promise<void> {
  for (const reader of readers) await stage.subscribe(reader, SITE);
  await stage.publish();
}

test.each<[string, Refusal]>([
  ['451', { code: 451, message: '4.3.0 Try later' }],
  ['421', { code: 421, message: '4.3.2 Shutting down' }],
])('a letter that is answered %s goes out later, once, and no other twice', async (_code, fault) => {
  failOnce(fault);
  await sendLetter();
  await expect.poll(inTheEnd).toMatchObject({ state: 'done', sent: 5, failed: 0, perhapsTwice: 0 });
  expect(stage.server.mails.map(({ to }) => to).sort()).toEqual(readers);
});

test('one that is refused for good fails, in the server’s words, and the others get theirs', async () => {
  failOnce({ code: 554, message: '5.6.0 Not this one' });
  await sendLetter();
  await expect.poll(inTheEnd).toMatchObject({ state: 'done', sent: 4, failed: 1, perhapsTwice: 0 });
  expect(stage.server.mails.map(({ to }) => to).sort()).toEqual(readers.filter((reader) => reader !== THIRD));
  expect(await troubles()).toMatchObject([
    { email: THIRD, state: 'failed', answer: expect.stringContaining('5.6.0 Not this one') },
  ]);
});

test('one whose answer is lost goes out again, is told, and no other goes out twice', async () => {
  failOnce(null);
  await sendLetter();
  await expect.poll(letter).toMatchObject({ sent: 2 });
  await expect.poll(async () => (await state()).rest).toMatchObject({ reason: expect.stringMatching(/\w{3}/) });
  expect((await letter())?.state).toBe('sending');
  await expect.poll(inTheEnd).toMatchObject({ state: 'done', sent: 5, failed: 0, perhapsTwice: 1 });
  expect(stage.server.mails.filter(({ to }) => to !== THIRD).map(({ to }) => to)).toHaveLength(4);
  expect(await troubles()).toMatchObject([{ email: THIRD, state: 'sent', perhapsTwice: true }]);
  expect((await state()).rest).toBeNull();
});

test('a server that is away costs nobody a letter: they rest, say why, and go out when it is back', async () => {
  const { onRecipient } = stage.server;
  stage.server.onRecipient = () => ({ code: 421, message: '4.3.2 Down for the night' });
  await sendLetter();
  await expect
    .poll(async () => {
      stage.look();
      return state();
    })
    .toMatchObject({ rest: { reason: expect.stringContaining('Down for the night') } });
  expect(stage.server.mails).toEqual([]);
  stage.server.onRecipient = onRecipient;
  await expect.poll(inTheEnd).toMatchObject({ state: 'done', sent: 5, perhapsTwice: 0 });
  expect(stage.server.mails.map(({ to }) => to).sort()).toEqual(readers);
});
