import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { SuggestionKind } from '#shared/contract/suggestions.ts';
import { type AiApp, startAiApp } from '#tests/ai-stub/ai-app.ts';
import { startAiStub } from '#tests/ai-stub/stub-server.ts';
import { shareOf } from '#tests/share.ts';
import { createSuggestDevice, type SuggestForm, until } from './testing/suggest-device.ts';

let ai: AiApp;
beforeAll(async () => {
  ai = await startAiApp({ stub: await startAiStub({ wordsAtOnce: 4 }) });
});
afterAll(() => ai.close());
afterEach(() => ai.stub.reset());

const TEXT = 'First we recieve guests.\n\nThen it rains alot, and teh tea is hot.\n\nLast we sleep.';

let device: ReturnType<typeof createSuggestDevice>;
beforeEach(() => {
  device = createSuggestDevice((path, init) => ai.fetch(path, init));
  device.draft.setText('content', TEXT);
  device.fields.title = 'Tea in the rain';
});
const select = (words: string) => {
  const start = device.draft.text('content').indexOf(words);
  device.selection = { start, end: start + words.length };
};
const type = (words: string, at: number) => {
  const before = device.draft.text('content');
  device.draft.setText('content', before.slice(0, at) + words + before.slice(at));
};

async function askFor(kind: SuggestionKind, form: SuggestForm = device.open()): Promise<SuggestForm> {
  form.suggester.open(kind);
  await until(form, 'wishing', ({ price }) => price.kind === 'known');
  await form.suggester.ask();
  return form;
}

test('the price stands there before anything is bought', async () => {
  const form = device.open();
  form.suggester.open('rewrite');
  const { price } = await until(form, 'wishing', (state) => state.price.kind === 'known');
  expect(price).toMatchObject({ foreseen: { model: 'gpt-4o' } });
  form.suggester.discard();
  expect(ai.stub.log.entries).toEqual([]);
});

test('a selection is taken as one step of undo, whatever was typed elsewhere meanwhile', async () => {
  select('Then it rains alot, and teh tea is hot.');
  const form = await askFor('rewrite');
  const { usage } = await until(form, 'answered');
  expect(usage.costUsd).toBeGreaterThan(0);
  type('Well. ', 0);
  const place = form.suggester.take();
  expect(form.content()).toBe(
    'Well. First we recieve guests.\n\nPut anew: Then it rains alot and and teh tea is hot.\n\nLast we sleep.',
  );
  expect(place && form.content().slice(place.start, place.end)).toMatch(/^Put anew: .* hot\.$/);
  expect(form.suggester.getState().kind).toBe('closed');
  device.draft.undo();
  expect(form.content()).toBe(`Well. ${TEXT}`);
});

test('a selection that says something else now is not overwritten; it can be asked about anew', async () => {
  select('Then it rains alot, and teh tea is hot.');
  const form = await askFor('rewrite');
  await until(form, 'answered');
  const at = TEXT.indexOf('hot');
  type('very ', at);
  form.suggester.look();
  await until(form, 'answered', ({ isChanged }) => isChanged);
  const now = form.content();
  expect(form.suggester.take()).toBeNull();
  expect(form.content()).toBe(now);
  form.suggester.askAboutNew();
  const { wish } = await until(form, 'wishing', ({ price }) => price.kind === 'known');
  expect(wish.anchor.quote).toBe('Then it rains alot, and teh tea is very hot.');
  await form.suggester.ask();
  await until(form, 'answered');
  form.suggester.take();
  expect(form.content()).toContain('Put anew: Then it rains alot and and teh tea is very hot.');
});

test('corrections are taken one by one, and one whose place has changed is left out', async () => {
  const form = await askFor('proofread');
  const { answer } = await until(form, 'answered');
  const quotes = answer.shape === 'edits' ? answer.edits.map(({ quote }) => quote) : [];
  expect(quotes).toEqual(['teh tea is', 'recieve guests.', 'alot, and']);
  form.suggester.takeEdit(0);
  form.suggester.leaveEdit(1);
  type('x', form.content().indexOf('lot, and'));
  form.suggester.takeEdit(2);
  expect(form.content()).toBe('First we recieve guests.\n\nThen it rains axlot, and the tea is hot.\n\nLast we sleep.');
  expect(form.suggester.getState()).toMatchObject({
    answer: { edits: [{ is: 'taken' }, { is: 'left' }, { is: 'changed' }] },
  });
});

test('the words the model wrote are marked as its own, and no others', async () => {
  select('Then it rains alot, and teh tea is hot.');
  const form = await askFor('rewrite');
  await until(form, 'answered');
  form.suggester.take();
  const { sources, ranges } = device.draft.provenance('content');
  expect(sources).toMatchObject([{ help: 'Rewrite', model: 'gpt-4o-stand-in', run: null }]);
  const marked = ranges.map(([start, end]) => form.content().slice(start, end).trim()).join(' ');
  expect(marked).toMatch(/^Put anew: .*and$/);
  expect(marked).not.toMatch(/tea|hot|First|sleep/);
  device.draft.undo();
  expect(device.draft.provenance('content').ranges).toEqual([]);
});

test('what comes next is put in as a paragraph of its own, where the cursor was', async () => {
  const at = TEXT.indexOf('\n\nLast');
  device.selection = { start: at, end: at };
  const form = await askFor('continue');
  await until(form, 'answered');
  form.suggester.take();
  expect(form.content()).toMatch(/tea is hot\.\n\nWhat comes next is [^\n]+\n\nLast we sleep\.$/);
});

test('one of several goes into its field; tags are those there are', async () => {
  const form = await askFor('headlines');
  const { answer } = await until(form, 'answered');
  const [first = ''] = answer.shape === 'choices' ? answer.choices : [];
  form.suggester.choose(first);
  expect(device.fields.title).toBe('Tea in the rain, told plainly');
  expect(form.content()).toBe(TEXT);
});

test('where nothing can be typed, nothing is put in', async () => {
  const form = await askFor('rewrite');
  await until(form, 'answered');
  device.isLocked = true;
  expect(form.suggester.take()).toBeNull();
  expect(form.content()).toBe(TEXT);
});

test('stopped, it ends at the provider; nothing is put in, and what had come is shown', async () => {
  ai.stub.plan('hang-midway');
  device.draft.setText('content', 'A sentence of some words. '.repeat(20));
  const form = device.open();
  form.suggester.open('plainer');
  await until(form, 'wishing', ({ price }) => price.kind === 'known');
  void form.suggester.ask();
  await until(form, 'asking', ({ output }) => output !== '');
  form.suggester.stop();
  const { end } = await ai.stub.log.until(({ end: how }) => how !== 'open');
  expect(end).toBe('closed by client');
  expect(form.suggester.getState()).toMatchObject({ kind: 'failed', output: expect.stringMatching(/^Plainly/) });
});

test('what was stopped, and what is older than the server remembers, is not asked for again', async () => {
  ai.stub.plan('hang-midway');
  const form = device.open();
  form.suggester.open('plainer');
  await until(form, 'wishing', ({ price }) => price.kind === 'known');
  void form.suggester.ask();
  await until(form, 'asking', ({ output }) => output !== '');
  form.suggester.stop();
  await ai.stub.log.until(({ end }) => end !== 'open');
  const again = device.open();
  await again.suggester.resume();
  expect(again.suggester.getState().kind).toBe('closed');

  const answered = await askFor('shorten');
  await until(answered, 'answered');
  answered.kill();
  device.daysLater = 26;
  const late = device.open();
  await late.suggester.resume();
  expect(late.suggester.getState().kind).toBe('closed');
  expect(ai.stub.log.entries).toHaveLength(2);
});

test('one without a word for long says that a busy provider is asked again, and no longer once it writes', async () => {
  let goOn = () => {};
  const isHeld = new Promise<void>((resolve) => (goOn = resolve));
  device = createSuggestDevice(async (path, init) => {
    if (path.endsWith('/suggestions')) await isHeld;
    return ai.fetch(path, init);
  });
  device.draft.setText('content', TEXT);
  const form = device.open();
  form.suggester.open('plainer');
  await until(form, 'wishing', ({ price }) => price.kind === 'known');
  const asking = form.suggester.ask();
  expect((await until(form, 'asking')).how).toBe('asking');
  await until(form, 'asking', ({ how }) => how === 'slow');
  goOn();
  await until(form, 'asking', ({ how, output }) => how === 'asking' && output !== '');
  await asking;
  expect(form.suggester.getState().kind).toBe('answered');
});

describe('a fault', () => {
  test('is told in words with what had come, and trying again is another purchase', async () => {
    ai.stub.plan('length');
    device.draft.setText('content', TEXT.repeat(10));
    const form = await askFor('plainer');
    const failed = await until(form, 'failed');
    expect(failed.message).toMatch(/cut off at its length limit/);
    expect(failed.output).toMatch(/^Plainly/);
    await form.suggester.tryAgain();
    const wishing = await until(form, 'wishing', ({ price }) => price.kind === 'known');
    expect(wishing.wish.kind).toBe('plainer');
    expect(ai.stub.log.entries).toHaveLength(1);
    await form.suggester.ask();
    await until(form, 'answered');
    expect(ai.stub.log.entries).toHaveLength(2);
  });

  test('or an answer is still there when its price is not paid again', async () => {
    device.draft.setText('content', TEXT);
    const form = await askFor('shorten');
    const answered = await until(form, 'answered');
    await form.suggester.tryAgain();
    await until(form, 'wishing', ({ price }) => price.kind === 'known');
    form.suggester.back();
    expect(form.suggester.getState()).toEqual(answered);
    await form.suggester.tryAgain();
    device.draft.setText('content', 'Other words.');
    form.suggester.back();
    expect(await until(form, 'answered')).toMatchObject({ isChanged: true });
    expect(ai.stub.log.entries).toHaveLength(1);
  });

  test('of the connection is no reason to buy twice', async () => {
    let lost = 0;
    device = createSuggestDevice(async (path, init) => {
      const response = await ai.fetch(path, init);
      if (!path.endsWith('/suggestions') || lost++ > 1) return response;
      await response.body?.cancel();
      throw new TypeError('Failed to fetch');
    });
    device.draft.setText('content', TEXT);
    const form = await askFor('shorten');
    await until(form, 'answered');
    expect(lost).toBeGreaterThan(2);
    expect(ai.stub.log.entries).toHaveLength(1);
  });

  test('of the session asks for the password, and then goes on under the same key', async () => {
    const keys: (string | null)[] = [];
    device = createSuggestDevice(async (path, init) => {
      if (path.endsWith('/suggestions')) keys.push(new Headers(init.headers).get('idempotency-key'));
      return keys.length === 1 ? fetch(ai.address + path, init) : ai.fetch(path, init);
    });
    device.draft.setText('content', TEXT);
    const form = await askFor('shorten');
    await until(form, 'failed');
    expect(device.signedOut).toBe(1);
    await form.suggester.tryAgain();
    await until(form, 'answered');
    expect(new Set(keys).size).toBe(1);
  });
});

describe('a form that is killed', () => {
  const moments = ['asked', 'writing', 'answered', 'half taken'] as const;
  test.each(shareOf(moments, 2))('when %s finds its answer again when it is opened, bought once', async (moment) => {
    ai.stub.setDelay(moment === 'writing' ? 5 : 0);
    const form = device.open();
    form.suggester.open('proofread');
    await until(form, 'wishing', ({ price }) => price.kind === 'known');
    const asking = form.suggester.ask();
    await until(form, 'asking', ({ output }) => moment === 'asked' || output !== '' || moment !== 'writing');
    if (moment === 'asked') await ai.stub.log.until(({ status }) => status >= 0);
    else if (moment !== 'writing') {
      await asking;
      await until(form, 'answered');
      if (moment === 'half taken') form.suggester.takeEdit(0);
      await new Promise((resolve) => setTimeout(resolve, 0));
    }
    form.kill();

    const again = device.open();
    await again.suggester.resume();
    const { answer } = await until(again, 'answered');
    expect(answer).toMatchObject({
      edits: [{ is: moment === 'half taken' ? 'taken' : 'open' }, { is: 'open' }, { is: 'open' }],
    });
    again.suggester.takeEdit(1);
    expect(again.content()).toContain('First we receive guests.');
    expect(ai.stub.log.entries).toHaveLength(1);
    again.suggester.discard();
    await until(again, 'closed');
  });
});

test('own commands are saved by a name, replaced by that name, and deleted', async () => {
  const { commands } = device.open();
  const saved = await commands.save({ name: 'Steps', says: 'Make it a list' });
  await commands.save({ name: 'steps', says: 'Make it a numbered list' });
  const elsewhere = device.open().commands;
  expect(await elsewhere.all()).toEqual([{ id: saved.id, name: 'steps', says: 'Make it a numbered list' }]);
  await elsewhere.remove(saved.id);
  expect(await device.open().commands.all()).toEqual([]);
});
