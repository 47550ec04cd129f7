import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { defaultChainForm, missingFields, missingFieldsText, readChainForm } from './chain-form.ts';
import { fillPrompt, promptValues } from './fill-prompt.ts';
import { DEFAULT_PROMPTS } from './prompts/default-prompts.ts';
import { placeholdersFor, WORKFLOW_STEPS } from './steps.ts';

describe('placeholders', () => {
  test('are filled with the form and earlier outputs', () => {
    const filled = fillPrompt('For {{targetMarket}}: {{ buyerAvatar }}.', 2, { targetMarket: 'M', buyerAvatar: 'A' });
    expect(filled).toEqual({ prompt: 'For M: A.', missing: [], refused: [] });
  });

  test('what was put in is not looked at again', () => {
    const hostile = '{{draftBlogs}} $& $1 $` {{targetMarket}}';
    const { prompt } = fillPrompt('{{postOutlines}}|{{targetMarket}}|{{draftBlogs}}', 9, {
      postOutlines: hostile,
      targetMarket: '{{postOutlines}}',
      draftBlogs: 'D',
    });
    expect(prompt).toBe(`${hostile}|{{postOutlines}}|D`);
  });

  test('a step does not get its own output, nor a later one', () => {
    const filled = fillPrompt('{{buyerAvatar}} {{keywords}}', 1, { buyerAvatar: 'A', keywords: 'K' });
    expect(filled).toEqual({
      prompt: '{{buyerAvatar}} {{keywords}}',
      missing: [],
      refused: ['buyerAvatar', 'keywords'],
    });
  });

  test('one without a value becomes nothing, and is told', () => {
    expect(fillPrompt('[{{productAppUrl}}{{buyerAvatar}}]', 2, { productAppUrl: ' ' })).toEqual({
      prompt: '[ ]',
      missing: ['productAppUrl', 'buyerAvatar'],
      refused: [],
    });
  });

  test.each(['{{unknown}}', '{{constructor}}', '{{__proto__}}', '{targetMarket}', '{{}}', '{{ target market }}'])(
    '%s is the owner’s own text',
    (text) => {
      expect(fillPrompt(text, 9, { targetMarket: 'M' }).prompt).toBe(text);
    },
  );

  test('any values arrive to the letter in every default prompt', () => {
    const value = fc.oneof(fc.string(), fc.constantFrom('{{keywords}}', '$&', "$'", '{{draftBlogs}}{{'));
    fc.assert(
      fc.property(
        fc.constantFrom(...WORKFLOW_STEPS),
        fc.array(value, { minLength: 12, maxLength: 12 }),
        (step, all) => {
          const values = Object.fromEntries(placeholdersFor(9).map((name, index) => [name, all[index] ?? '']));
          const template = DEFAULT_PROMPTS[step.number];
          const parts = template.split(/\{\{(\w+)\}\}/);
          const expected = parts.map((part, index) => (index % 2 === 0 ? part : (values[part] ?? ''))).join('');
          expect(fillPrompt(template, step.number, values)).toMatchObject({ prompt: expected, refused: [] });
        },
      ),
      { seed: 11, numRuns: 100 },
    );
  });

  test('a step is given outputs of earlier steps alone', () => {
    const form = { ...defaultChainForm('https://x.example'), targetMarket: 'M' };
    const values = promptValues(form, 3, (step) => (step === 2 ? null : `out ${step}`));
    expect(values).toEqual({ ...form, buyerAvatar: 'out 1' });
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
