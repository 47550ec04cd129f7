import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { emptyCodex } from '#shared/kernel/codex.ts';
import { defaultChainForm, missingFields, missingFieldsText, readChainForm } from './chain-form.ts';
import { fillPrompt, promptValues, withCodex } from './fill-prompt.ts';
import { noCodex, promptCodex } from './prompt-codex.ts';
import { DEFAULT_PROMPTS } from './prompts/default-prompts.ts';
import { allPlaceholders, WORKFLOW_STEPS } from './steps.ts';
import { stepAt } from './testing/step-at.ts';

describe('placeholders', () => {
  test('are filled with the form and earlier outputs', () => {
    const filled = fillPrompt('For {{targetMarket}}: {{ buyerAvatar }}.', WORKFLOW_STEPS, stepAt(2), {
      targetMarket: 'M',
      buyerAvatar: 'A',
    });
    expect(filled).toEqual({ prompt: 'For M: A.', missing: [], faults: [] });
  });

  test('what was put in is not looked at again', () => {
    const hostile = '{{draftBlogs}} $& $1 $` {{targetMarket}}';
    const { prompt } = fillPrompt('{{postOutlines}}|{{targetMarket}}|{{draftBlogs}}', WORKFLOW_STEPS, stepAt(9), {
      postOutlines: hostile,
      targetMarket: '{{postOutlines}}',
      draftBlogs: 'D',
    });
    expect(prompt).toBe(`${hostile}|{{postOutlines}}|D`);
  });

  test('a step does not get its own output, nor a later one', () => {
    const filled = fillPrompt('{{buyerAvatar}} {{keywords}}', WORKFLOW_STEPS, stepAt(1), {
      buyerAvatar: 'A',
      keywords: 'K',
    });
    expect(filled).toEqual({
      prompt: '{{buyerAvatar}} {{keywords}}',
      missing: [],
      faults: [
        { written: '{{buyerAvatar}}', kind: 'later', nearest: null },
        { written: '{{keywords}}', kind: 'later', nearest: null },
      ],
    });
  });

  test('one without a value becomes nothing, and is told', () => {
    expect(fillPrompt('[{{productAppUrl}}{{buyerAvatar}}]', WORKFLOW_STEPS, stepAt(2), { productAppUrl: ' ' })).toEqual(
      {
        prompt: '[ ]',
        missing: ['productAppUrl', 'buyerAvatar'],
        faults: [],
      },
    );
  });

  test.each(['{{unknown}}', '{{constructor}}', '{{__proto__}}', '{targetMarket}', '{{}}', '{{ target market }}'])(
    '%s stays as it stands',
    (text) => {
      expect(fillPrompt(text, WORKFLOW_STEPS, stepAt(9), { targetMarket: 'M' }).prompt).toBe(text);
    },
  );

  test('any values arrive to the letter in every default prompt', () => {
    const value = fc.oneof(fc.string(), fc.constantFrom('{{keywords}}', '$&', "$'", '{{draftBlogs}}{{'));
    fc.assert(
      fc.property(
        fc.constantFrom(...WORKFLOW_STEPS),
        fc.array(value, { minLength: 12, maxLength: 12 }),
        (step, all) => {
          const values = Object.fromEntries(
            allPlaceholders(WORKFLOW_STEPS).map((name, index) => [name, all[index] ?? '']),
          );
          const template = DEFAULT_PROMPTS[step.id];
          const parts = template.split(/\{\{(\w+)\}\}/);
          const expected = parts.map((part, index) => (index % 2 === 0 ? part : (values[part] ?? ''))).join('');
          expect(fillPrompt(template, WORKFLOW_STEPS, step.id, values)).toMatchObject({
            prompt: expected,
            faults: [],
          });
        },
      ),
      { seed: 11, numRuns: 100 },
    );
  });

  test('a step is given outputs of earlier steps alone', () => {
    const codex = { text: 'Be dry.', isAppended: false };
    const form = { ...defaultChainForm('https://x.example'), targetMarket: 'M' };
    const values = promptValues({ form, codex }, WORKFLOW_STEPS, stepAt(3), (step) =>
      step === stepAt(2) ? null : `out ${step}`,
    );
    expect(values).toEqual({ ...form, codex: 'Be dry.', buyerAvatar: 'out buyer-avatar' });
  });
});

describe('the codex', () => {
  const text = 'Be dry. {{targetMarket}}';
  const filled = (template: string, isAppended: boolean) => {
    const codex = { text, isAppended };
    const form = { ...defaultChainForm('https://x.example'), targetMarket: 'M' };
    const values = promptValues({ form, codex }, WORKFLOW_STEPS, stepAt(1), () => null);
    return fillPrompt(withCodex(template, WORKFLOW_STEPS, stepAt(1), codex), WORKFLOW_STEPS, stepAt(1), values).prompt;
  };

  test('stands where a prompt names it, as it is', () => {
    expect(filled('Rules: {{codex}}', false)).toBe(`Rules: ${text}`);
    expect(filled('Rules: {{codex}}', true)).toBe(`Rules: ${text}`);
  });

  test('stands behind a prompt that does not name it only where the owner wants that', () => {
    expect(filled('Write.', false)).toBe('Write.');
    expect(filled('Write.', true)).toBe(`Write.\n\n${text}`);
    expect(filled('Write \\{{codex}}.', true)).toBe(`Write {{codex}}.\n\n${text}`);
  });

  test('that says nothing is one sentence where it is named, and is put behind no prompt', () => {
    expect(promptCodex({ ...emptyCodex, isAppended: true })).toEqual(noCodex);
    expect(promptCodex({ ...emptyCodex, voice: 'Dry.', isAppended: true })).toMatchObject({ isAppended: true });
  });
});

describe('the form', () => {
  test('is filled in for pole fitness classes, with the address of our own landing page', () => {
    const form = defaultChainForm('https://blog.example/');
    expect(form.productApp).toBe('Pole Fitness Classes');
    expect(form.productAppUrl).toBe('https://blog.example/pole-dancing-classes-near-me-st-pete');
    expect(missingFields(form)).toEqual(['targetMarket']);
  });

  test('says what is needed in fixed words', () => {
    expect(missingFieldsText(false)).toBe(
      'Please fill in target market, product/app, and product/app function before running chained prompts.',
    );
    expect(missingFieldsText(true)).toBe(
      'Please fill in target market, product/app, and product/app function before starting auto-run.',
    );
  });

  test('is read from whatever was stored', () => {
    const fallback = defaultChainForm('https://x.example');
    expect(readChainForm({ targetMarket: 'M', productApp: 4, other: 'x' }, fallback)).toEqual({
      ...fallback,
      targetMarket: 'M',
    });
    for (const stored of [null, 'x', 3, []]) expect(readChainForm(stored, fallback)).toEqual(fallback);
  });
});
