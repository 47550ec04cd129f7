import { describe, expect, test } from 'vitest';
import { fillPrompt, valuesAskedFor } from './fill-prompt.ts';
import { mendPrompt, placeholderFaults, placeholderRefusal } from './placeholder-faults.ts';
import { DEFAULT_PROMPTS } from './prompts/default-prompts.ts';
import { WORKFLOW_STEPS } from './steps.ts';
import { stepAt } from './testing/step-at.ts';

const faultsIn = (template: string, step = 9) => placeholderFaults(template, WORKFLOW_STEPS, stepAt(step));
const refusalOf = (template: string, step = 9) => placeholderRefusal(template, WORKFLOW_STEPS, stepAt(step));

test('every shipped prompt can be filled', () => {
  for (const { id } of WORKFLOW_STEPS) expect(placeholderRefusal(DEFAULT_PROMPTS[id], WORKFLOW_STEPS, id)).toBeNull();
});

describe('an unknown name', () => {
  test.each([
    ['{{targetMraket}}', 'targetMarket'],
    ['{{target market}}', 'targetMarket'],
    ['{{TARGET_MARKET}}', 'targetMarket'],
    ['{{ keyword }}', 'keywords'],
    ['{{titles}}', 'finalTitles'],
    ['{{productUrl}}', 'productAppUrl'],
  ])('%s is probably %s', (written, nearest) => {
    expect(faultsIn(`For ${written}.`)).toEqual([{ written, kind: 'unknown', nearest }]);
    expect(refusalOf(written)).toContain(`${written} is not a placeholder. Did you mean {{${nearest}}}?`);
  });

  test.each(['{{}}', '{{__proto__}}', '{{constructor}}', '{{x}}'])('%s is near none: all are named', (written) => {
    expect(faultsIn(written, 1)).toEqual([{ written, kind: 'unknown', nearest: null }]);
    expect(refusalOf(written, 1)).toContain(
      'This step can use {{targetMarket}}, {{productApp}}, {{productAppFunction}}, {{productAppUrl}}, {{codex}}.',
    );
  });

  test('is told once, and of many the first three', () => {
    expect(faultsIn('{{x}} {{x}}')).toHaveLength(1);
    expect(refusalOf('{{q}} {{r}} {{s}} {{t}} {{u}}')).toContain('2 more are like this.');
  });
});

test('the output of a later step is named by the step that writes it, that of its own by itself', () => {
  expect(refusalOf('{{keywords}}', 3)).toContain('{{keywords}} is what step 6 writes, and this is step 3.');
  expect(refusalOf('{{emotionalTruths}}', 3)).toContain('{{emotionalTruths}} is what this step itself writes.');
  expect(refusalOf('{{keywords}}', 7)).toBeNull();
});

test('braces that are not closed in their line are no placeholder', () => {
  for (const text of ['{{targetMarket}', '{{targetMarket\n}}', '{{']) {
    expect(faultsIn(text)).toMatchObject([{ kind: 'unclosed', nearest: null }]);
  }
  for (const text of ['}}', '{"a":{"b":{}}}', '{ {x}}', '{targetMarket}']) expect(faultsIn(text)).toEqual([]);
});

test('a backslash before two braces keeps them as they are', () => {
  const filled = fillPrompt('\\{{targetMarket}} of {{targetMarket}}, {{{targetMarket}}}', WORKFLOW_STEPS, stepAt(1), {
    targetMarket: 'M',
  });
  expect(filled).toEqual({ prompt: '{{targetMarket}} of M, {M}', missing: [], faults: [] });
  expect(valuesAskedFor('\\{{keywords}}', WORKFLOW_STEPS, stepAt(9))).toEqual([]);
});

test('a prompt is mended by the right name, or keeps its braces', () => {
  const template = '{{targetMraket}} \\{{targetMraket}} {{targetMraket}}';
  const [fault] = faultsIn(template);
  if (!fault) throw new Error('Nothing was found');
  const named = mendPrompt(template, fault, 'nearest');
  expect(named).toBe('{{targetMarket}} \\{{targetMraket}} {{targetMarket}}');
  const asText = mendPrompt(template, fault, 'as-text');
  expect(refusalOf(named)).toBeNull();
  expect(refusalOf(asText)).toBeNull();
  expect(fillPrompt(asText, WORKFLOW_STEPS, stepAt(9), {}).prompt).toBe(template.replace('\\', ''));
});

test('a long prompt full of braces is read to its end', () => {
  expect(faultsIn('{{'.repeat(100_000)).length).toBeGreaterThan(0);
  expect(faultsIn('{{a '.repeat(50_000)).length).toBeGreaterThan(0);
});
