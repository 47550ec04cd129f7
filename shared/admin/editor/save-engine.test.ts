import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { newPostValues, type PostValues } from '#shared/workspace/post-values.ts';
import { leaveWarning, openedState, transition } from './save-engine.ts';
import type { SaveEffect, SaveEvent, SaveRequest, SaveState, StoredPost, Transition } from './save-states.ts';

const text = (content: string, more: Partial<PostValues> = {}): PostValues => ({
  ...newPostValues,
  title: 'T',
  slug: 't',
  authorId: 1,
  content,
  ...more,
});
const before = text('One.\n\nTwo.');
const base = { postId: 5, baseVersion: 4, baseText: before };
const post = (version: number, values: PostValues): StoredPost => ({ id: 5, version, values });
const opened = openedState({ base, isUnsaved: true, isLocked: false });

function sent({ effects }: Transition): SaveRequest {
  const effect = effects.find((each) => each.type === 'send');
  if (effect?.type !== 'send') throw new Error('Nothing was sent');
  return effect.request;
}
const effect = <Type extends SaveEffect['type']>({ effects }: Transition, type: Type) =>
  effects.find((each): each is Extract<SaveEffect, { type: Type }> => each.type === type);

function run(state: SaveState, ...events: SaveEvent[]): Transition {
  return events.reduce<Transition>((last, event) => transition(last.state, event), { state, effects: [] });
}
const save = (values: PostValues, intent: 'post' | 'draft' = 'post', key = 'k'): SaveEvent => ({
  type: 'save',
  intent,
  values,
  key,
});
const stored = (version: number, values: PostValues, now = values): SaveEvent => ({
  type: 'answered',
  outcome: { kind: 'stored', post: post(version, values) },
  values: now,
});
const stale = (version: number, values: PostValues, now: PostValues): SaveEvent => ({
  type: 'answered',
  outcome: { kind: 'stale', current: post(version, values) },
  values: now,
});

test('a save names the version that was edited', () => {
  expect(sent(run(opened, save(text('Mine.'))))).toEqual({
    intent: 'post',
    postId: 5,
    version: 4,
    base: before,
    values: text('Mine.'),
    key: null,
  });
});

test('a new post is made under a key, which a second try keeps', () => {
  const form = openedState({ base: null, isUnsaved: true, isLocked: false });
  const first = run(form, save(text('New.'), 'post', 'first'));
  expect(sent(first)).toMatchObject({ postId: null, version: null, key: 'first' });
  const again = run(
    first.state,
    { type: 'answered', outcome: { kind: 'no-answer' }, values: text('New.') },
    save(text('New, longer.'), 'post', 'second'),
  );
  // The first attempt may have arrived: the same body is sent under the same key, and the newer words follow it.
  expect(sent(again)).toMatchObject({ key: 'first', values: text('New.') });
  const after = transition(again.state, stored(1, text('New.'), text('New, longer.')));
  expect(sent(after)).toMatchObject({ postId: 5, version: 1, key: null, values: text('New, longer.') });
  expect(effect(transition(after.state, stored(2, text('New, longer.'))), 'report')?.report).toMatchObject({
    kind: 'saved',
    isNew: true,
  });
});

test('after a save the working copy goes when nothing was typed meanwhile, and moves on when something was', () => {
  const { state } = run(opened, save(text('Mine.')));
  const done = transition(state, stored(5, text('Mine.')));
  expect(effect(done, 'drop')).toBeDefined();
  const typed = transition(state, stored(5, text('Mine.'), text('Mine, more.')));
  expect(effect(typed, 'drop')).toBeUndefined();
  expect(effect(typed, 'set-base')?.base).toEqual({ postId: 5, baseVersion: 5, baseText: text('Mine.') });
  expect(sent(transition(typed.state, save(text('Mine, more.')))).version).toBe(5);
});

test('a save whose pictures got their addresses on the way is through, whether the form has them by then or not', () => {
  const local = text('One.\n\n![](/uploads/waiting-11111111-2222-4333-8444-555555555555)');
  const sentAs = text('One.\n\n![](/uploads/0123.jpg)');
  const waits = run(opened, save(local), { type: 'answered', outcome: { kind: 'no-answer' }, values: local });
  expect(waits.state.kind).toBe('offline');
  const following = transition(run(waits.state, { type: 'online' }).state, stored(5, sentAs, sentAs));
  expect([following.state.kind, effect(following, 'write')]).toEqual(['saved', undefined]);
  const behind = transition(run(waits.state, { type: 'online' }).state, stored(5, sentAs, local));
  expect([behind.state.kind, effect(behind, 'write')?.values.content]).toEqual(['saved', sentAs.content]);
});

test('what the server filled in comes into the form, what was typed meanwhile stays', () => {
  const form = openedState({ base: null, isUnsaved: true, isLocked: false });
  const blank = text('New.', { slug: '', authorId: 0 });
  const { state } = run(form, save(blank, 'draft'));
  const done = transition(state, stored(1, text('New.', { published: false }), { ...blank, content: 'New, more.' }));
  expect(effect(done, 'write')?.values).toEqual(text('New, more.', { published: false }));
  expect(done.state.kind).toBe('editing');
});

describe('a post that changed on the server under the form', () => {
  const mine = text('One, mine.\n\nTwo.');

  test('merges without a question when other blocks changed, and the result is saved over the newer version', () => {
    const result = run(opened, save(mine), stale(6, text('One.\n\nTwo, theirs.', { title: 'Theirs' }), mine));
    expect(sent(result)).toMatchObject({
      version: 6,
      values: text('One, mine.\n\nTwo, theirs.', { title: 'Theirs' }),
    });
    expect(effect(result, 'write')?.values.content).toBe('One, mine.\n\nTwo, theirs.');
    const done = transition(result.state, stored(7, sent(result).values));
    expect(effect(done, 'report')?.report).toMatchObject({ kind: 'saved', isMerged: true });
  });

  test('merges what was typed while the save was on its way as well', () => {
    const result = run(opened, save(mine), stale(6, text('One.\n\nTwo, theirs.'), text('One, mine, more.\n\nTwo.')));
    expect(sent(result).values.content).toBe('One, mine, more.\n\nTwo, theirs.');
  });

  const theirs = text('One, theirs.\n\nTwo, theirs.');
  const asked = run(opened, save(mine), stale(6, theirs, mine));

  test('asks when the same block changed, and shows both', () => {
    expect(asked.state).toMatchObject({
      kind: 'conflict',
      theirs: { version: 6 },
      merge: { mine: text('One, mine.\n\nTwo, theirs.'), theirs },
    });
  });

  test('mine: it is saved over theirs, which stays in the revisions', () => {
    const result = run(asked.state, { type: 'resolve', choice: 'mine', values: mine });
    expect(sent(result)).toMatchObject({ version: 6, values: text('One, mine.\n\nTwo, theirs.') });
  });

  test('theirs: mine is saved first, so that it stays in the revisions, then theirs', () => {
    const first = run(asked.state, { type: 'resolve', choice: 'theirs', values: mine });
    expect(sent(first)).toMatchObject({ version: 6, values: { content: 'One, mine.\n\nTwo, theirs.' } });
    const second = transition(first.state, stored(7, sent(first).values));
    expect(sent(second)).toMatchObject({ version: 7, values: theirs });
    expect(effect(second, 'write')?.values).toEqual(theirs);
    expect(effect(second, 'report')).toBeUndefined();
    const done = transition(second.state, stored(8, theirs));
    expect(done.state.kind).toBe('saved');
    expect(effect(done, 'report')?.report.kind).toBe('saved');
  });

  test('theirs, but mine cannot be saved: the form still holds it', () => {
    const first = run(asked.state, { type: 'resolve', choice: 'theirs', values: mine });
    expect(effect(first, 'write')?.values.content).toContain('mine');
    const fault = { code: 'internal', message: 'Oops', issues: [] } as const;
    const result = transition(first.state, {
      type: 'answered',
      outcome: { kind: 'refused', fault },
      values: sent(first).values,
    });
    expect(result.state).toEqual({ kind: 'editing', base: { postId: 5, baseVersion: 6, baseText: theirs }, fault });
    expect(effect(result, 'write')).toBeUndefined();
  });

  test('both: the owner looks at the text before readers do', () => {
    const result = run(asked.state, { type: 'resolve', choice: 'both', values: mine });
    expect(effect(result, 'write')?.values.content).toBe('One, mine.\n\nOne, theirs.\n\nTwo, theirs.');
    expect(effect(result, 'send')).toBeUndefined();
    expect(sent(transition(result.state, save(mine))).version).toBe(6);
  });

  test('put off: the next save asks again', () => {
    const { state } = run(asked.state, { type: 'put-off' });
    expect(run(state, save(mine), stale(6, theirs, mine)).state.kind).toBe('conflict');
  });

  test('our own save, whose answer was lost, is no conflict, and what was typed since is not lost', () => {
    const offline = run(opened, save(mine), { type: 'answered', outcome: { kind: 'no-answer' }, values: mine });
    const more = text('One, mine, more.\n\nTwo.');
    const result = run(offline.state, save(more), stale(5, mine, more));
    expect(sent(result)).toMatchObject({ version: 5, values: more });
  });
});

test('a dead session: the same save goes on after the sign-in', () => {
  const values = text('Mine.');
  const out = run(opened, save(values), { type: 'answered', outcome: { kind: 'unauthorized' }, values });
  expect(out.state.kind).toBe('signed-out');
  expect(sent(transition(out.state, { type: 'signed-in' }))).toMatchObject({ version: 4, values });
});

test('a post deleted elsewhere becomes a new one under a key of its own', () => {
  const values = text('Mine.');
  const gone = run(opened, save(values), { type: 'answered', outcome: { kind: 'missing' }, values });
  expect(sent(run(gone.state, { type: 'save-as-new', values, key: 'new' }))).toEqual({
    intent: 'post',
    postId: null,
    version: null,
    base: null,
    values,
    key: 'new',
  });
});

test('leaving warns of words the server does not have, whatever state they are in', () => {
  const saving = run(opened, save(text('Mine.'))).state;
  const offline = run(saving, { type: 'answered', outcome: { kind: 'no-answer' }, values: text('Mine.') }).state;
  expect(leaveWarning(opened, true)).toBe('unsaved');
  expect(leaveWarning(opened, false)).toBeNull();
  expect(leaveWarning(saving, false)).toBe('saving');
  expect(leaveWarning(offline, false)).toBe('unsaved');
  expect(leaveWarning({ kind: 'saved', base }, false)).toBeNull();
  expect(leaveWarning({ kind: 'locked', base }, true)).toBeNull();
});

test('whatever happens in whatever order, no word is lost: it is in the form, on the server or in its revisions', () => {
  const step = fc.oneof(
    fc.record({ do: fc.constant('type' as const), at: fc.nat(2) }),
    fc.record({ do: fc.constant('other device' as const), at: fc.nat(2) }),
    fc.record({ do: fc.constantFrom('save' as const, 'save draft' as const) }),
    fc.record({ do: fc.constantFrom('answer' as const, 'lose the answer' as const, 'lose the save' as const) }),
    fc.record({ do: fc.constantFrom('sign out' as const, 'sign in' as const, 'online' as const, 'refuse' as const) }),
    fc.record({ do: fc.constantFrom('mine' as const, 'theirs' as const, 'both' as const, 'put off' as const) }),
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 25 }), (steps) => {
      // A server with one post, which keeps every earlier version.
      const start = text('p0.\n\np1.\n\np2.');
      const versions: PostValues[] = [start];
      const server = () => post(versions.length, versions.at(-1) ?? start);
      const write = (values: PostValues) => versions.push(values);
      let form = start;
      let isSignedIn = true;
      let words = 0;
      let written: string[] = [];
      let state = openedState({
        base: { postId: 5, baseVersion: 1, baseText: start },
        isUnsaved: false,
        isLocked: false,
      });
      const handle = (event: SaveEvent) => {
        const result = transition(state, event);
        state = result.state;
        for (const each of result.effects) if (each.type === 'write') form = each.values;
      };
      const add = (values: PostValues, at: number, word: string) => {
        const blocks = values.content.split('\n\n');
        return {
          ...values,
          content: blocks.with(Math.min(at, blocks.length - 1), `${blocks[at] ?? ''} ${word}`).join('\n\n'),
        };
      };
      const arrive = () => {
        if (state.kind !== 'saving') return null;
        const { request } = state;
        if (!isSignedIn) return { kind: 'unauthorized' } as const;
        if (request.version !== server().version) return { kind: 'stale', current: server() } as const;
        write(request.intent === 'draft' ? { ...request.values, published: false } : request.values);
        return { kind: 'stored', post: server() } as const;
      };
      for (const each of steps) {
        words += 1;
        switch (each.do) {
          case 'type':
            if (state.kind === 'conflict' || state.kind === 'signed-out') break;
            form = add(form, each.at, `mine${words}`);
            written.push(`mine${words}`);
            handle({ type: 'typed' });
            break;
          case 'other device':
            write(add(server().values, each.at, `theirs${words}`));
            written.push(`theirs${words}`);
            break;
          case 'save':
          case 'save draft':
            handle(save(form, each.do === 'save' ? 'post' : 'draft', `k${words}`));
            break;
          case 'answer': {
            const outcome = arrive();
            if (outcome) handle({ type: 'answered', outcome, values: form });
            break;
          }
          case 'lose the answer':
            arrive();
            handle({ type: 'answered', outcome: { kind: 'no-answer' }, values: form });
            break;
          case 'lose the save':
            handle({ type: 'answered', outcome: { kind: 'no-answer' }, values: form });
            break;
          case 'refuse':
            handle({
              type: 'answered',
              outcome: { kind: 'refused', fault: { code: 'overloaded', message: '', issues: [] } },
              values: form,
            });
            break;
          case 'sign out':
            isSignedIn = false;
            break;
          case 'sign in':
            isSignedIn = true;
            handle({ type: 'signed-in' });
            break;
          case 'online':
            handle({ type: 'online' });
            break;
          case 'put off':
            handle({ type: 'put-off' });
            break;
          default:
            handle({ type: 'resolve', choice: each.do, values: form });
        }
      }
      const reachable = [form, ...versions].map(({ content }) => content).join('\n');
      written = written.filter((word) => !new RegExp(`${word}\\b`).test(reachable));
      expect(written).toEqual([]);
    }),
    { seed: 45, numRuns: 500 },
  );
});
