import { describe, expect, test } from 'vitest';
import type { ChainForm } from './chain-form.ts';
import { noCodex, type PromptCodexOf } from './prompt-codex.ts';
import { DEFAULT_PROMPTS } from './prompts/default-prompts.ts';
import { lastAttempt, newRun, stepRecord } from './run.ts';
import { transition } from './run-engine.ts';
import { readRun, runRecord } from './run-record.ts';
import { createPrints, outdatedSteps } from './run-sources.ts';
import type { Run, RunEvent } from './run-states.ts';
import { type StepId, stepNumber, WORKFLOW_STEPS } from './steps.ts';
import { shippedIds, stepAt } from './testing/step-at.ts';

const form: ChainForm = { targetMarket: 'M', productApp: 'P', productAppFunction: 'F', productAppUrl: '' };

type Prompts = Readonly<Record<StepId, string>>;

function send(run: Run, event: RunEvent, prompts: Prompts = DEFAULT_PROMPTS): Run {
  return transition(run, event, {
    now: 0,
    promptOf: (step) => prompts[step] ?? null,
    versionOf: () => 0,
    codexOf: () => noCodex,
    isAutoPublish: false,
  }).run;
}

/** Runs one step again, alone. */
function written(run: Run, step: StepId, prompts?: Prompts): Run {
  const asked = send(run, { type: 'run-step', step, form }, prompts);
  const { number, key } = lastAttempt(asked, step) ?? { number: 0, key: '' };
  const output = `Output ${step}.${number}`;
  const answered = send(
    asked,
    { type: 'answered', key, output, usage: null, model: null, finishReason: 'stop' },
    prompts,
  );
  // After the last step the draft opens by itself.
  return send(answered, { type: 'stop' }, prompts);
}
const all = (prompts?: Prompts) =>
  shippedIds.reduce((run, step) => written(run, step, prompts), newRun('r', form, WORKFLOW_STEPS));
const numberOf = (step: StepId) => stepNumber(WORKFLOW_STEPS, step);
const promptsOf = (prompts: Prompts) => (step: StepId) => prompts[step] ?? null;
/**
 * Returns the outdated steps by number, each with the number of the step that is the cause, or with the kind of cause.
 */
const outdated = (run: Run, now: ChainForm = form, prompts: Prompts = DEFAULT_PROMPTS) =>
  Object.fromEntries(
    [...outdatedSteps(run, { form: now, promptOf: promptsOf(prompts), codexOf: () => noCodex })].map(
      ([step, cause]) => [numberOf(step), cause.kind === 'older-step' ? numberOf(cause.step) : cause.kind],
    ),
  );

/**
 * Returns the run as another device, or the next page, reads it. `change` makes the fields that an earlier app stored.
 */
function stored(run: Run, change: (fields: ReturnType<typeof runRecord>['fields']) => object = (fields) => fields) {
  const { fields, texts } = runRecord(run);
  const kept = JSON.parse(JSON.stringify(change(fields))) as Record<string, unknown>;
  const text = (name: string) => texts[name as keyof typeof texts] ?? '';
  return readRun({ fields: kept, text }, WORKFLOW_STEPS) as Run;
}

test('steps written from an older output are out of date, and those written from them; a reload keeps it', () => {
  const run = written(all(), stepAt(5));
  expect(outdated(run)).toEqual({ 6: 5, 7: 5, 8: 5, 9: 5 });
  expect(outdated(stored(run))).toEqual({ 6: 5, 7: 5, 8: 5, 9: 5 });
});

test('a step written anew is up to date, those behind it are not before they follow', () => {
  let run = written(written(all(), stepAt(5)), stepAt(6));
  expect(Object.keys(outdated(run))).toEqual(['7', '8', '9']);
  for (const number of [7, 8, 9]) run = written(run, stepAt(number));
  expect(outdated(run)).toEqual({});
});

test('the older output that counts again makes all of them up to date again', () => {
  const run = written(all(), stepAt(5));
  expect(outdated(send(run, { type: 'choose', step: stepAt(5), attempt: 1 }))).toEqual({});
});

test('a step whose prompt does not ask for the output is not written from it', () => {
  const prompts = { ...DEFAULT_PROMPTS, keywords: 'Say something about {{targetMarket}}.' };
  expect(outdated(written(all(prompts), stepAt(5)), form, prompts)).toEqual({ 7: 5, 8: 5, 9: 5 });
});

test('nothing is out of date while a run goes on from a step, or before the new output is there', () => {
  const again = send(all(), { type: 'run-step', step: stepAt(5), form });
  expect(outdated(again)).toEqual({});
  expect(outdated(send(written(all(), stepAt(5)), { type: 'run-from', step: stepAt(6), form }))).toEqual({});
});

test('of a run that was stored without what was sent nothing is said', () => {
  const old = stored(written(all(), stepAt(5)), (fields) =>
    Object.fromEntries(
      Object.entries(fields).map(([name, value]) => [
        name,
        JSON.parse(JSON.stringify(value, (key, inner: unknown) => (key === 'sent' ? undefined : inner))) as unknown,
      ]),
    ),
  );
  expect(stepRecord(old, stepAt(6)).current).toBe(1);
  expect(outdated(old)).toEqual({});
  // The sources of everything written from now on are known.
  expect(outdated(written(written(old, stepAt(6)), stepAt(5)))).toEqual({ 6: 5 });
});

test('a step written anew in the same words leaves the others up to date', () => {
  const run = all();
  const asked = send(run, { type: 'run-step', step: stepAt(5), form });
  const { key } = lastAttempt(asked, stepAt(5)) ?? { key: '' };
  const same = send(asked, {
    type: 'answered',
    key,
    output: `Output ${stepAt(5)}.1`,
    usage: null,
    model: null,
    finishReason: 'stop',
  });
  expect(stepRecord(same, stepAt(5)).current).toBe(2);
  expect(outdated(same)).toEqual({});
});

test('a prompt that was edited since marks its step, and those written from it; the old prompt takes the mark away', () => {
  const edited = { ...DEFAULT_PROMPTS, 'post-outlines': `${DEFAULT_PROMPTS['post-outlines']} Be brief.` };
  const run = all();
  expect(outdated(run, form, edited)).toEqual({ 7: 'prompt', 8: 'follows', 9: 'follows' });
  expect(outdatedSteps(run, { form, promptOf: promptsOf(edited), codexOf: () => noCodex }).get(stepAt(9))).toEqual({
    kind: 'follows',
    step: stepAt(7),
  });
  expect(outdated(run)).toEqual({});
});

test('a value of the form that has changed marks the steps whose prompts ask for it, spaces aside', () => {
  const prompts = { ...DEFAULT_PROMPTS, 'buyer-avatar': 'For {{targetMarket}}', keywords: 'Of {{productAppUrl}}' };
  const run = all(prompts);
  const market = outdatedSteps(run, {
    form: { ...form, targetMarket: 'Others' },
    promptOf: promptsOf(prompts),
    codexOf: () => noCodex,
  });
  expect(market.get(stepAt(1))).toEqual({ kind: 'inputs', fields: ['targetMarket'] });
  expect(outdated(run, { ...form, productAppUrl: 'https://x.example' }, prompts)[1]).toBeUndefined();
  expect(outdated(run, { ...form, productAppUrl: 'https://x.example' }, prompts)[6]).toBe('inputs');
  expect(outdated(run, { ...form, targetMarket: ' M ' }, prompts)).toEqual({});
});

test('a step that was run before the one it asks for is out of date once that one is there', () => {
  const alone = written(newRun('r', form, WORKFLOW_STEPS), stepAt(2));
  expect(outdated(alone)).toEqual({});
  expect(outdated(written(alone, stepAt(1)))).toEqual({ 2: 'without-step' });
});

test('of a prompt that is not known now nothing is said', () => {
  expect(outdated(all(), form, {})).toEqual({});
});

test('what was not asked for again is forgotten, and what was is read once', () => {
  const { print, nextRound } = createPrints();
  const first = print('a');
  nextRound();
  expect(print('a')).toBe(first);
  expect(print('b')).not.toBe(first);
});

describe('the codex', () => {
  const asking = { ...DEFAULT_PROMPTS, keywords: 'Of {{finalTitles}}. {{codex}}' };
  const codexOf =
    (text: string, isAppended = false) =>
    () => ({ text, isAppended });
  const ofAll = (prompts: Prompts, codex: PromptCodexOf) => {
    const world = { now: 0, promptOf: promptsOf(prompts), versionOf: () => 0, codexOf: codex, isAutoPublish: false };
    return shippedIds.reduce(
      (run, step) => {
        const asked = transition(run, { type: 'run-step', step, form }, world).run;
        const key = lastAttempt(asked, step)?.key ?? '';
        const event = {
          type: 'answered',
          key,
          output: `Of ${step}`,
          usage: null,
          model: null,
          finishReason: 'stop',
        } as const;
        return transition(transition(asked, event, world).run, { type: 'stop' }, world).run;
      },
      newRun('r', form, WORKFLOW_STEPS),
    );
  };
  const causes = (run: Run, prompts: Prompts, codex: PromptCodexOf) =>
    Object.fromEntries(
      [...outdatedSteps(stored(run), { form, promptOf: promptsOf(prompts), codexOf: codex })].map(([step, cause]) => [
        numberOf(step),
        cause.kind,
      ]),
    );

  test('that says something else marks the steps that asked for it, and those written from them', () => {
    const run = ofAll(asking, codexOf('Dry.'));
    expect(lastAttempt(run, stepAt(6))?.prompt).toBe('Of Of final-titles. Dry.');
    expect(causes(run, asking, codexOf('Dry.'))).toEqual({});
    expect(causes(run, asking, codexOf('Warm.'))).toEqual({ 6: 'codex', 7: 'follows', 8: 'follows', 9: 'follows' });
  });

  test('that is put behind every prompt marks all, and one taken away again too', () => {
    const plain = ofAll(DEFAULT_PROMPTS, codexOf('Dry.'));
    expect(causes(plain, DEFAULT_PROMPTS, codexOf('Warm.'))).toEqual({});
    expect(causes(plain, DEFAULT_PROMPTS, codexOf('Dry.', true))[1]).toBe('codex');
    const appended = ofAll(DEFAULT_PROMPTS, codexOf('Dry.', true));
    expect(lastAttempt(appended, stepAt(1))?.prompt.endsWith('\n\nDry.')).toBe(true);
    expect(causes(appended, DEFAULT_PROMPTS, codexOf('Dry.', true))).toEqual({});
    expect(causes(appended, DEFAULT_PROMPTS, codexOf('Dry.'))[1]).toBe('codex');
  });

  test('is that of the category the form names', () => {
    const codexOfCategory: PromptCodexOf = (category) => ({ text: `Of ${category}`, isAppended: true });
    const told = { promptOf: () => 'P', versionOf: () => 0, codexOf: codexOfCategory };
    const world = { ...told, now: 0, isAutoPublish: false };
    const event = { type: 'run-step', step: stepAt(1), form: { ...form, category: '4' } } as const;
    const { run } = transition(newRun('r', form, WORKFLOW_STEPS), event, world);
    expect(lastAttempt(run, stepAt(1))?.prompt).toBe('P\n\nOf 4');
    expect(stored(run).form.category).toBe('4');
  });
});
