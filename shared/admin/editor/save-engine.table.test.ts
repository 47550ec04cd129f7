import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { rowsOfTables } from '#shared/workflow/testing/markdown-tables.ts';
import type { WorkingCopy } from '#shared/workspace/post-draft.ts';
import { newPostValues, type PostValues } from '#shared/workspace/post-values.ts';
import { transition } from './save-engine.ts';
import type { SaveEvent, SaveOutcome, SaveState, StoredPost } from './save-states.ts';

// Compares the table in README.md with the code: each row is a scenario here, and every pair that the table leaves out
// must do nothing.

const text = (content: string, more: Partial<PostValues> = {}): PostValues => ({
  ...newPostValues,
  title: 'T',
  slug: 't',
  authorId: 1,
  content,
  ...more,
});
const before = text('One.\n\nTwo.');
const mine = text('One, mine.\n\nTwo.');
const later = text('One, mine, later.\n\nTwo.');
const base: WorkingCopy = { postId: 5, baseVersion: 4, baseText: before };
const post = (version: number, values: PostValues): StoredPost => ({ id: 5, version, values });
const fault = { code: 'slug_taken', message: 'Taken', issues: [] } as const;

const saving = (more: Partial<Extract<SaveState, { kind: 'saving' }>> = {}): SaveState => ({
  kind: 'saving',
  base,
  request: { intent: 'post', postId: 5, version: 4, base: before, values: mine, key: null },
  again: null,
  afterwards: null,
  earlier: null,
  isNew: false,
  isMerged: false,
  ...more,
});
const waiting = (kind: 'offline' | 'signed-out'): SaveState => ({
  ...(saving() as Extract<SaveState, { kind: 'saving' }>),
  kind,
});
const theirs = post(6, text('One, theirs.\n\nTwo.', { featured: false }));
const answered = (outcome: SaveOutcome, values = mine): SaveEvent => ({ type: 'answered', outcome, values });
const earlier = { intent: 'post', postId: 5, version: 4, base: before, values: later, key: null } as const;
const newRequest = { intent: 'post', postId: null, version: null, base: null, values: mine, key: 'k' } as const;

const states: Record<SaveState['kind'], SaveState> = {
  saved: { kind: 'saved', base },
  editing: { kind: 'editing', base, fault: null },
  saving: saving(),
  offline: waiting('offline'),
  'signed-out': waiting('signed-out'),
  conflict: transition(saving(), answered({ kind: 'stale', current: theirs })).state,
  gone: { kind: 'gone', base, intent: 'post' },
  locked: { kind: 'locked', base },
};

const save: SaveEvent = { type: 'save', intent: 'post', values: mine, key: 'k' };
const saveLater: SaveEvent = { ...save, values: later };
const asNew: SaveEvent = { type: 'save-as-new', values: mine, key: 'k' };
const discard: SaveEvent = { type: 'discard', stored: post(4, before) };
const resolve = (choice: 'mine' | 'theirs' | 'both'): SaveEvent => ({ type: 'resolve', choice, values: mine });
const moved: WorkingCopy = { ...base, baseVersion: 6, baseText: theirs.values };
const foreign = (to: WorkingCopy | null, isUnsaved: boolean): SaveEvent => ({ type: 'foreign', base: to, isUnsaved });
const gotHold = (isUnsaved: boolean): SaveEvent => ({ type: 'got-hold', base, isUnsaved, recorded: null });

const lostHold: SaveEvent = { type: 'lost-hold' };

/** The event of each row, and a state where the scenario needs another than the usual state of that name. */
const scenarios: Record<string, { event: SaveEvent; state?: SaveState }> = {
  'saved|typed|': { event: { type: 'typed' } },
  'saved|save|': { event: save },
  'saved|discard|': { event: discard },
  'editing|save|the post is known': { event: save },
  'editing|save|the post is new': { event: save, state: { kind: 'editing', base: null, fault: null } },
  'editing|discard|the post is known': { event: discard },
  'editing|discard|the post is new': {
    event: { type: 'discard', stored: null },
    state: { kind: 'editing', base: null, fault: null },
  },
  'saving|save|': { event: save },
  'saving|answered stored|nothing was typed meanwhile': { event: answered({ kind: 'stored', post: post(5, mine) }) },
  'saving|answered stored|something was typed meanwhile': {
    event: answered({ kind: 'stored', post: post(5, mine) }, later),
  },
  'saving|answered stored|the server filled in what was blank': {
    event: answered({ kind: 'stored', post: post(1, mine) }, text(mine.content, { slug: '' })),
    state: saving({ base: null, request: { ...newRequest, values: text(mine.content, { slug: '' }) } }),
  },
  'saving|answered stored|something was typed and saved again': {
    event: answered({ kind: 'stored', post: post(5, mine) }, later),
    state: saving({ again: 'post' }),
  },
  'saving|answered stored|theirs was chosen and mine is kept now': {
    event: answered({ kind: 'stored', post: post(7, mine) }),
    state: saving({ again: 'post', afterwards: theirs.values }),
  },
  'saving|answered stale|other blocks changed': {
    event: answered({ kind: 'stale', current: post(6, text('One.\n\nTwo, theirs.')) }),
  },
  'saving|answered stale|the same blocks changed': { event: answered({ kind: 'stale', current: theirs }) },
  'saving|answered stale|it holds all that was typed': {
    event: answered({ kind: 'stale', current: post(6, text('One, mine.\n\nTwo, theirs.')) }),
  },
  'saving|answered stale|it is our own save, whose answer was lost': {
    event: answered({ kind: 'stale', current: post(5, mine) }),
  },
  'saving|answered stale|it is a save that was taken back and had arrived': {
    event: answered({ kind: 'stale', current: post(5, later) }),
    state: saving({ earlier }),
  },
  'saving|answered stale|another post has its number now': {
    event: answered({ kind: 'stale', current: { ...post(4, before), createdAt: '2026-02-02T00:00:00.000Z' } }),
    state: saving({ base: { ...base, createdAt: '2026-01-01T00:00:00.000Z' } }),
  },
  'saving|answered stale|it is the very version that was named': {
    event: answered({ kind: 'stale', current: post(4, before) }),
  },
  'saving|answered unauthorized|': { event: answered({ kind: 'unauthorized' }) },
  'saving|answered no-answer|': { event: answered({ kind: 'no-answer' }) },
  'saving|answered missing|the post is known': { event: answered({ kind: 'missing' }) },
  'saving|answered missing|the post is new': {
    event: answered({ kind: 'missing' }),
    state: saving({ base: null, request: newRequest }),
  },
  'saving|answered made-before|a save that was taken back has made it': {
    event: answered({ kind: 'made-before', post: post(1, later) }),
    state: saving({ base: null, request: newRequest, earlier: { ...newRequest, values: later } }),
  },
  'saving|answered made-before|another device has made it, and says the same': {
    event: answered({ kind: 'made-before', post: post(1, mine) }),
    state: saving({ base: null, request: newRequest }),
  },
  'saving|answered made-before|another device has made it otherwise': {
    event: answered({ kind: 'made-before', post: post(1, later) }),
    state: saving({ base: null, request: newRequest }),
  },
  'saving|answered refused|': { event: answered({ kind: 'refused', fault }) },
  'offline|take-back|': { event: { type: 'take-back' } },
  'offline|online|': { event: { type: 'online' } },
  'offline|save|nothing was typed meanwhile': { event: save },
  'offline|save|something was typed meanwhile': { event: saveLater },
  'offline|discard|': { event: discard },
  'signed-out|take-back|': { event: { type: 'take-back' } },
  'signed-out|signed-in|': { event: { type: 'signed-in' } },
  'signed-out|put-off|': { event: { type: 'put-off' } },
  'signed-out|discard|': { event: discard },
  'conflict|resolve mine|': { event: resolve('mine') },
  'conflict|resolve theirs|': { event: resolve('theirs') },
  'conflict|resolve both|': { event: resolve('both') },
  'conflict|put-off|': { event: { type: 'put-off' } },
  'conflict|discard|': { event: discard },
  'gone|save-as-new|': { event: asNew },
  'gone|put-off|': { event: { type: 'put-off' } },
  'gone|discard|': { event: discard },
  'saved|foreign|words came in': { event: foreign(base, true) },
  'saved|foreign|it was saved there': { event: foreign(moved, false) },
  'editing|foreign|nothing is left to save': { event: foreign(base, false) },
  'editing|foreign|it was saved there, words are left': { event: foreign(moved, true) },
  'saving|foreign|it was saved there': { event: foreign(moved, false) },
  'offline|foreign|it was saved there': { event: foreign(moved, true) },
  'signed-out|foreign|it was saved there': { event: foreign(moved, true) },
  'conflict|foreign|it was saved there with all that is in question': { event: foreign(moved, false) },
  'conflict|foreign|it was saved there, words are left': { event: foreign(moved, true) },
  'gone|foreign|it was saved as a new post there': { event: foreign({ ...base, postId: 9 }, false) },
  'locked|foreign|it was saved there': { event: foreign(moved, true) },
  'saved|lost-hold|': { event: lostHold },
  'editing|lost-hold|': { event: lostHold },
  'offline|lost-hold|': { event: lostHold },
  'signed-out|lost-hold|': { event: lostHold },
  'conflict|lost-hold|': { event: lostHold },
  'gone|lost-hold|': { event: lostHold },
  'locked|got-hold|nothing is unsaved': { event: gotHold(false) },
  'locked|got-hold|something is unsaved': { event: gotHold(true) },
};

/** One event of every kind, for the pairs that the table leaves out. */
const everyEvent: Record<string, SaveEvent> = {
  typed: { type: 'typed' },
  save,
  'answered stored': answered({ kind: 'stored', post: post(5, mine) }),
  'answered stale': answered({ kind: 'stale', current: theirs }),
  'answered unauthorized': answered({ kind: 'unauthorized' }),
  'answered no-answer': answered({ kind: 'no-answer' }),
  'answered missing': answered({ kind: 'missing' }),
  'answered refused': answered({ kind: 'refused', fault }),
  'answered made-before': answered({ kind: 'made-before', post: post(1, mine) }),
  'take-back': { type: 'take-back' },
  'signed-in': { type: 'signed-in' },
  online: { type: 'online' },
  'resolve mine': resolve('mine'),
  'resolve theirs': resolve('theirs'),
  'resolve both': resolve('both'),
  'put-off': { type: 'put-off' },
  discard,
  'save-as-new': asNew,
  'got-hold': gotHold(true),
  'lost-hold': lostHold,
  foreign: foreign(moved, true),
};

const readme = readFileSync(new URL('./README.md', import.meta.url), 'utf8');
const [stateTable = [], table = []] = rowsOfTables(readme, 'state');

test('the README names every state', () => {
  expect(stateTable.map(([name]) => name)).toEqual(Object.keys(states));
});

test('every row of the table has a scenario, and the other way round', () => {
  expect(table.map(([state, event, when]) => `${state}|${event}|${when}`)).toEqual(Object.keys(scenarios));
});

describe('the table says what the code does', () => {
  test.each(
    table.map(([state = '', event = '', when = '', next = '', effects = '']) => ({
      state,
      event,
      when,
      next,
      effects,
    })),
  )('$state: $event $when → $next', ({ state, event, when, next, effects }) => {
    const scenario = scenarios[`${state}|${event}|${when}`];
    if (!scenario) throw new Error('No scenario');
    const result = transition(scenario.state ?? states[state as SaveState['kind']], scenario.event);
    expect(result.state.kind).toBe(next);
    expect(result.effects.map(({ type }) => type).join(', ')).toBe(effects);
  });
});

describe('what the table leaves out changes nothing', () => {
  const named = new Set(table.map(([state, event]) => `${state}|${event}`));
  const rest = Object.keys(states).flatMap((state) =>
    Object.keys(everyEvent).flatMap((event) => (named.has(`${state}|${event}`) ? [] : [{ state, event }])),
  );
  test.each(rest)('$state: $event', ({ state: name, event: eventName }) => {
    const state = states[name as SaveState['kind']];
    const event = everyEvent[eventName];
    if (!event) throw new Error('No event');
    const result = transition(state, event);
    expect(result.state).toBe(state);
    expect(result.effects).toEqual([]);
  });
});
