import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runsOf } from '#tests/share.ts';
import type { ChainForm } from './chain-form.ts';
import { noCodex } from './prompt-codex.ts';
import { attemptKey, composePrompt, lastAttempt, lastKey, newRun, stepRecord } from './run.ts';
import { MOST_ATTEMPTS } from './run-calls.ts';
import { transition } from './run-engine.ts';
import { reopened } from './run-holding.ts';
import { readRun, runRecord } from './run-record.ts';
import type { Run, RunEvent, RunWorld, StepRecord } from './run-states.ts';
import { timeLeft } from './run-time.ts';
import { type StepId, WORKFLOW_STEPS } from './steps.ts';
import { shippedIds, stepAt } from './testing/step-at.ts';

const form: ChainForm = { targetMarket: 'M', productApp: 'P', productAppFunction: 'F', productAppUrl: '' };
const rows = readFileSync(new URL('./README.md', import.meta.url), 'utf8')
  .split('\n')
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .filter((cells) => cells.length === 7)
  .map(([, state, event, , next, effects]) => [state, event, next, effects].join('|'));
const inTable = new Set(rows);

interface Move {
  readonly kind: RunEvent['type'] | 'reload';
  readonly step: StepId;
  /** Chooses among the values that depend on the run: keys, prompts, outputs. */
  readonly pick: number;
  readonly passed: number;
}

const kinds: readonly Move['kind'][] = [
  'run-all',
  'run-all',
  'run-step',
  'run-from',
  'stop',
  'progress',
  'progress',
  'progress',
  'answered',
  'answered',
  'answered',
  'refused',
  'no-answer',
  'unauthorized',
  'online',
  'signed-in',
  'due',
  'due',
  'resume',
  'resume',
  'online',
  'signed-in',
  'loaded',
  'take-over',
  'taken-over',
  'choose',
  'reset',
  'reload',
];
const move: fc.Arbitrary<Move> = fc.record({
  kind: fc.constantFrom(...kinds),
  step: fc.constantFrom(...shippedIds),
  pick: fc.nat(11),
  passed: fc.constantFrom(0, 10, 1000, 1000, 5000, -3000),
});
const moves = fc.array(move, { minLength: 1, maxLength: 120 });

/** Makes a run with this number of completed steps; random events alone would seldom get past a step. */
function runWith(completed: number): Run {
  const world = {
    now: 1_000_000,
    promptOf: (step: StepId) => `P${step}`,
    versionOf: () => 0,
    codexOf: () => noCodex,
    isAutoPublish: true,
  };
  let { run } = transition(newRun('r', form, WORKFLOW_STEPS), { type: 'run-all', form, runId: 'next' }, world);
  for (let step = 1; step <= completed; step += 1) {
    const key = attemptKey('r', stepAt(step), 1);
    ({ run } = transition(
      run,
      { type: 'answered', key, output: 'Whole', usage: null, model: null, finishReason: 'stop' },
      world,
    ));
    if (step < completed) ({ run } = transition(run, { type: 'due' }, { ...world, now: world.now + 1000 }));
  }
  return run;
}

function eventOf({ kind, step, pick }: Move, run: Run): RunEvent | null {
  const { state } = run;
  const active = state.kind === 'running' || state.kind === 'stopped' ? (state.step ?? step) : step;
  const key = pick === 0 ? 'another' : lastKey(run, active);
  switch (kind) {
    case 'reload':
      return null;
    case 'run-all':
      return { type: kind, form: pick === 0 ? { ...form, targetMarket: '' } : form, runId: `${run.id}+` };
    case 'run-step':
    case 'run-from':
      return { type: kind, step, form };
    case 'progress':
      return { type: kind, key, output: 'text so far'.slice(0, pick) };
    case 'answered': {
      const finishReason =
        (['stop', 'length', 'content_filter', 'tool_call', 'other'] as const)[Math.max(0, pick - 8)] ?? 'stop';
      return { type: kind, key, output: pick === 1 ? ' ' : `Whole ${pick}`, usage: null, model: null, finishReason };
    }
    case 'refused':
      return { type: kind, key, fault: { code: pick > 6 ? 'ai_budget_reached' : 'ai_provider_failed', message: '' } };
    case 'no-answer':
    case 'unauthorized':
      return { type: kind, key };
    case 'loaded':
      return { type: kind, run };
    case 'choose':
      return { type: kind, step, attempt: pick };
    case 'reset':
      // A reset is rare; otherwise no run would get far.
      return pick === 0 ? { type: kind, runId: `${run.id}+` } : { type: 'due' };
    default:
      return { type: kind };
  }
}

function stored(run: Run): Run {
  const record = JSON.parse(JSON.stringify(runRecord(run))) as ReturnType<typeof runRecord>;
  const texts = new Map(Object.entries(record.texts));
  const read = readRun({ fields: record.fields, text: (name) => texts.get(name) ?? '' }, WORKFLOW_STEPS);
  if (!read) throw new Error('The record has no run.');
  return read;
}

/**
 * Checks that every attempt of `before` is still there, with at least its text, and a completed one unchanged. When
 * there are more attempts than are kept, only attempts that do not count are gone.
 */
function nothingIsLost(before: Run, after: Run): void {
  for (const step of shippedIds) {
    const { attempts } = stepRecord(after, step);
    expect(attempts.length).toBeLessThanOrEqual(MOST_ATTEMPTS);
    for (const old of stepRecord(before, step).attempts) {
      const now = attempts.find(({ number }) => number === old.number);
      if (!now && attempts.length === MOST_ATTEMPTS && stepRecord(before, step).current !== old.number) continue;
      expect(now?.number).toBe(old.number);
      if (old.end === 'completed') expect([now?.end, now?.output]).toEqual(['completed', old.output]);
      else if (now?.end !== 'completed') expect(now?.output.length).toBeGreaterThanOrEqual(old.output.length);
    }
  }
}

test('whatever happens: no state outside the table, nothing bought twice, nothing lost', () => {
  const reached = new Set<string>();
  fc.assert(
    fc.property(moves, fc.nat(9), fc.boolean(), (all, completed, isAutoPublish) => {
      let run = runWith(completed);
      let now = 1_000_000;
      for (const each of all) {
        now += each.passed;
        const world: RunWorld = {
          now,
          promptOf: (step) => (each.pick === 11 ? null : `P${step}`),
          versionOf: () => 0,
          codexOf: () => noCodex,
          isAutoPublish,
        };
        const event = eventOf(each, run);
        if (event === null) {
          const read = reopened(stored(run), each.pick === 0);
          nothingIsLost(run, read);
          run = read;
          continue;
        }
        const before = run;
        const { run: after, effects } = transition(before, event, world);
        run = after;
        reached.add(after.state.kind);
        if (after === before) {
          expect(effects.filter(({ type }) => type !== 'report' && type !== 'wait')).toEqual([]);
        } else {
          const row = [before.state.kind, event.type, after.state.kind, effects.map(({ type }) => type).join(', ')];
          expect(inTable).toContain(row.join('|'));
        }
        if (after.id === before.id) nothingIsLost(before, after);
        else if (event.type === 'run-all') expect(effects[0]).toEqual({ type: 'archive', run: before });
        for (const effect of effects) {
          if (effect.type !== 'call') continue;
          const { step, isRejoin, prompt } = effect;
          const isAsked = (event.type === 'run-step' || event.type === 'run-from') && event.step === step;
          const old = after.id === before.id ? before : newRun(after.id, form, WORKFLOW_STEPS);
          expect(effect.key).toBe(lastKey(after, step));
          expect(lastAttempt(after, step)?.prompt).toBe(prompt);
          if (!isAsked) expect(stepRecord(old, step).current).toBeNull();
          const last = lastAttempt(old, step);
          if (isRejoin) expect([last?.end === 'open' || last?.end === 'stopped', last?.prompt]).toEqual([true, prompt]);
          // An attempt that may still be answered is given up only for another prompt, or when its call is known to
          // have failed.
          const mayBeAnswered = last?.end === 'open' || last?.end === 'stopped';
          const isKnown = event.type === 'refused';
          if (!isRejoin && mayBeAnswered && !isKnown)
            expect(composePrompt(after, step, `P${step}`, noCodex).prompt).not.toBe(last.prompt);
        }
        expect(timeLeft(after, now)?.ms ?? 0).toBeGreaterThanOrEqual(0);
      }
    }),
    { seed: 20_260_801, numRuns: runsOf(400, 4) },
  );
  expect(reached.size).toBe(12);
});

test('what the store gives back is the run, prompts of earlier attempts aside', () => {
  fc.assert(
    fc.property(moves, (all) => {
      let run = newRun('r', form, WORKFLOW_STEPS);
      let now = 1_000_000;
      for (const each of all) {
        now += Math.abs(each.passed);
        const followed = run.state.kind === 'running' ? 'answered' : run.state.kind === 'waiting' ? 'due' : each.kind;
        const event = eventOf({ ...each, kind: followed }, run);
        if (event)
          run = transition(run, event, {
            now,
            promptOf: (step) => `P${step}`,
            versionOf: () => 0,
            codexOf: () => noCodex,
            isAutoPublish: true,
          }).run;
      }
      const steps: Record<StepId, StepRecord> = {};
      for (const step of shippedIds) {
        const { attempts, current } = stepRecord(run, step);
        if (attempts.length === 0) continue;
        const last = attempts.length - 1;
        steps[step] = { attempts: attempts.map((each, at) => (at === last ? each : { ...each, prompt: '' })), current };
      }
      const kept = { ...run, steps };
      const { state } = kept;
      expect(stored(run)).toEqual({ ...kept, state: state.kind === 'watching' ? state.of : state });
    }),
    { seed: 5, numRuns: 60 },
  );
});

test('a record that holds anything else is read without a fault', () => {
  const hostile = fc.dictionary(
    fc.constantFrom(
      'id',
      'form',
      'state',
      'startedAt',
      'isHandedOver',
      'step:1',
      'step:draft-blogs',
      'step:8',
      'step:none',
      '__proto__',
    ),
    fc.anything({ maxDepth: 4 }),
  );
  fc.assert(
    fc.property(hostile, (fields) => {
      const read = readRun({ fields: { ...fields, id: 'r' }, text: () => 'text' }, WORKFLOW_STEPS);
      expect(read?.id).toBe('r');
      if (read) expect(reopened(read, false).state.kind).not.toBe('watching');
    }),
    { seed: 8, numRuns: 200 },
  );
});
