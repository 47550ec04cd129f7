import { expect, test } from 'vitest';
import { createRunPresence, type Presence } from './run-presence.ts';

const START = Date.UTC(2030, 0, 1);
const step = (done: number) => ({ runId: 'a', title: `Step ${done + 1} of 9 · Tea`, done, total: 9, isRunning: true });
/** The id of the page that has the run. */
const PAGE = 1;
const ended = { runId: 'a', title: 'Done · Tea', done: 9, total: 9, isRunning: false };

function open({ isInSight = false } = {}) {
  let now = START;
  const shown: Presence[] = [];
  const notified: { title: string; body: string }[] = [];
  const presence = createRunPresence({
    clock: { now: () => now },
    isInSight: () => isInSight,
    show: (next) => shown.push(next),
    notify: (notification) => notified.push(notification),
  });
  return {
    presence,
    shown,
    notified,
    pass(ms: number) {
      now += ms;
    },
  };
}

test('a run shows how far it is, and nothing once it has ended', () => {
  const { presence, shown } = open();
  presence.report(step(0), PAGE);
  presence.report(step(3), PAGE);
  expect(presence.isRunning()).toBe(true);
  presence.report(ended, PAGE);
  expect(presence.isRunning()).toBe(false);
  expect(shown).toEqual([
    { contentsId: PAGE, bar: 0, tray: 'Step 1 of 9 · Tea' },
    { contentsId: PAGE, bar: 1 / 3, tray: 'Step 4 of 9 · Tea' },
    { contentsId: PAGE, bar: null, tray: null },
  ]);
});

test('a long run that ends out of sight is told of, once', () => {
  const { presence, notified, pass } = open();
  presence.report(step(0), PAGE);
  pass(60_000);
  presence.report(ended, PAGE);
  presence.report(ended, PAGE);
  presence.report(step(2), PAGE);
  pass(60_000);
  presence.report({ ...ended, title: 'Failed at step 3 · Tea', done: 2 }, PAGE);
  expect(notified).toEqual([
    { title: 'The workflow is done', body: 'Done · Tea (9 of 9 steps)' },
    { title: 'The workflow has stopped', body: 'Failed at step 3 · Tea (2 of 9 steps)' },
  ]);
});

test('neither one that is watched nor a short one is told of', () => {
  const watched = open({ isInSight: true });
  watched.presence.report(step(0), PAGE);
  watched.pass(60_000);
  watched.presence.report(ended, PAGE);
  const short = open();
  short.presence.report(step(0), PAGE);
  short.pass(2000);
  short.presence.report(ended, PAGE);
  expect([...watched.notified, ...short.notified]).toEqual([]);
});

test('a page that is gone runs nothing', () => {
  const { presence, shown, notified, pass } = open();
  presence.report(step(0), PAGE);
  pass(60_000);
  presence.forget(PAGE);
  expect(presence.isRunning()).toBe(false);
  expect(shown.at(-1)).toEqual({ contentsId: PAGE, bar: null, tray: null });
  expect(notified).toEqual([]);
});

test('each window shows the run it has, and one that has none hides no other', () => {
  const { presence, shown } = open();
  const OTHER = 2;
  presence.report(step(0), PAGE);
  presence.report({ ...ended, runId: null }, OTHER);
  expect(shown.at(-1)).toEqual({ contentsId: OTHER, bar: null, tray: 'Step 1 of 9 · Tea' });
  expect([presence.isRunning(), presence.isRunning(PAGE), presence.isRunning(OTHER)]).toEqual([true, true, false]);
  presence.forget(OTHER);
  expect(presence.isRunning()).toBe(true);
});
