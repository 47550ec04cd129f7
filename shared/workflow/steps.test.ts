import { describe, expect, test } from 'vitest';
import { DEFAULT_PROMPTS } from './prompts/default-prompts.ts';
import { DRAFT_SHAPE_EXAMPLE, DRAFT_SHAPE_RULES } from './prompts/draft-rules.ts';
import {
  allPlaceholders,
  FORM_PLACEHOLDERS,
  formerNumber,
  placeholdersFor,
  stepNumber,
  stepOfFormerNumber,
  WORKFLOW_STEPS,
} from './steps.ts';
import { stepAt } from './testing/step-at.ts';

const wordsOf = (text: string) => text.split(/\s+/).filter((word) => /\p{L}/u.test(word)).length;
const placeholdersIn = (prompt: string) => [...prompt.matchAll(/\{\{(\w+)\}\}/g)].map((match) => match[1] ?? '');

describe('the list of steps', () => {
  test('there are nine, whose numbers are their places', () => {
    expect(WORKFLOW_STEPS.map(({ id }) => stepNumber(WORKFLOW_STEPS, id))).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect(() => stepNumber(WORKFLOW_STEPS, 'none')).toThrow(RangeError);
  });

  test('what earlier programs have numbered is known by its number for ever', () => {
    for (const number of [1, 2, 3, 4, 5, 6, 7, 8, 9]) {
      expect(stepOfFormerNumber(number)).toBe(stepAt(number));
      expect(formerNumber(stepAt(number))).toBe(number);
    }
    for (const none of [0, 10, 1.5, '1', null]) expect(stepOfFormerNumber(none)).toBeNull();
    expect(formerNumber('fact-check')).toBeNull();
  });

  test('one step writes the drafts, one after it refines', () => {
    expect(WORKFLOW_STEPS.flatMap((step) => ('role' in step ? step.role : []))).toEqual(['writesDrafts', 'refines']);
  });

  test('ids, titles, output names and placeholders are each unique', () => {
    for (const field of ['id', 'title', 'outputName', 'placeholder'] as const) {
      expect(new Set(WORKFLOW_STEPS.map((step) => step[field])).size).toBe(9);
    }
  });

  test('ids are kebab-case, placeholders camelCase, and only the last step has none', () => {
    for (const step of WORKFLOW_STEPS) {
      expect(step.id).toMatch(/^[a-z]+(-[a-z]+)*$/);
      if (step.id === WORKFLOW_STEPS.at(-1)?.id) expect(step.placeholder).toBeNull();
      else expect(step.placeholder).toMatch(/^[a-z]+([A-Z][a-z]+)*$/);
    }
  });

  test('a step sees the form and the outputs of the steps before it, never its own', () => {
    expect(placeholdersFor(WORKFLOW_STEPS, stepAt(1))).toEqual([...FORM_PLACEHOLDERS, 'codex']);
    expect(placeholdersFor(WORKFLOW_STEPS, stepAt(3))).toEqual([
      ...FORM_PLACEHOLDERS,
      'codex',
      'buyerAvatar',
      'problemGoalBenefit',
    ]);
    expect(placeholdersFor(WORKFLOW_STEPS, stepAt(9))).toHaveLength(13);
  });
});

describe('the default prompts', () => {
  test.each(WORKFLOW_STEPS)('step $id has a prompt of at least 150 words of its own', ({ id }) => {
    const own = DEFAULT_PROMPTS[id].replace(DRAFT_SHAPE_RULES, '');
    expect(wordsOf(own)).toBeGreaterThanOrEqual(150);
  });

  test.each(WORKFLOW_STEPS)('step $id asks only for the form and for earlier outputs', ({ id }) => {
    const asked = placeholdersIn(DEFAULT_PROMPTS[id]);
    expect(asked.length).toBeGreaterThan(0);
    expect(new Set(asked).size).toBe(asked.length);
    for (const name of asked) expect(placeholdersFor(WORKFLOW_STEPS, id)).toContain(name);
  });

  test('every placeholder but the codex, which is the owner’s to add, is asked for by some step', () => {
    const asked = new Set(WORKFLOW_STEPS.flatMap((step) => placeholdersIn(DEFAULT_PROMPTS[step.id])));
    expect([...allPlaceholders(WORKFLOW_STEPS)].sort()).toEqual([...asked, 'codex'].sort());
  });

  test.each(WORKFLOW_STEPS)('step $id names role, inputs, result, shape and checks, in that order', ({ id }) => {
    const prompt = DEFAULT_PROMPTS[id];
    expect(prompt).toMatch(/^You are /);
    const headings = ['## What you get', '## What to give', '## Shape of the answer', '## Check before you answer'];
    const places = headings.map((heading) => prompt.indexOf(`\n${heading}\n`));
    expect(places).not.toContain(-1);
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    expect(prompt.slice(places[3]).match(/^- /gm)?.length).toBeGreaterThanOrEqual(4);
  });

  test.each(WORKFLOW_STEPS)('step $id closes every tag it opens', ({ id }) => {
    const prompt = DEFAULT_PROMPTS[id];
    for (const [, tag] of prompt.matchAll(/^<(\w+)>$/gm)) expect(prompt).toContain(`</${tag}>`);
  });

  test('steps 8 and 9 state the same shape, so one parser reads both', () => {
    expect(DEFAULT_PROMPTS['draft-blogs']).toContain(DRAFT_SHAPE_RULES);
    expect(DEFAULT_PROMPTS['refined-blog']).toContain(DRAFT_SHAPE_RULES);
  });

  test('the example in the shape keeps the rules it illustrates', () => {
    const blocks = DRAFT_SHAPE_EXAMPLE.split(/^---BLOG POST \d+---\n/m).slice(1);
    expect(blocks).toHaveLength(2);
    for (const block of blocks) {
      const parts = /^Title: (.+)\nSlug: (.+)\nExcerpt: (.+)\nTags: (.+)\nContent:\n([^#][\s\S]+)$/.exec(block);
      const [title = '', slug = '', excerpt = '', tags = ''] = parts?.slice(1) ?? [];
      expect(title.length).toBeGreaterThan(0);
      expect(title.length).toBeLessThanOrEqual(65);
      expect(slug).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
      expect(excerpt.length).toBeGreaterThanOrEqual(120);
      expect(excerpt.length).toBeLessThanOrEqual(160);
      expect(tags.split(', ').length).toBeGreaterThanOrEqual(3);
    }
  });
});
