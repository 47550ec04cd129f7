import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type SuggestionBody, suggestionKinds } from '#shared/contract/suggestions.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { readSuggestion } from './read-suggestion.ts';
import { seesPictures } from './suggestions.ts';

const gathered = { tags: ['Green Tea', 'Slow'], targets: [{ title: 'Steeping', slug: 'steeping' }] };
const asked: SuggestionBody = {
  kind: 'rewrite',
  postId: 0,
  categoryId: 0,
  title: 'Tea',
  text: 'Teh tea is hot.\n\n![](/uploads/a.webp)\n\n![old one](/uploads/b.webp "Caption")',
  before: '',
  after: '',
  language: 'Spanish',
  command: 'x',
  pictures: ['/uploads/a.webp', '/uploads/b.webp'],
};
const read = (kind: SuggestionBody['kind'], output: string, given: Partial<SuggestionBody> = {}) =>
  readSuggestion({ output, finishReason: 'stop' }, { ...asked, ...given, kind }, gathered);

describe('a text', () => {
  test.each([
    ['as it is', 'The **tea**.', 'The **tea**.'],
    ['in a fence', '```markdown\nThe **tea**.\n```', 'The **tea**.'],
    ['that ends with a fence of its own', 'The tea.\n\n```js\nx\n```', 'The tea.\n\n```js\nx\n```'],
    ['with other line breaks and NUL', 'The\r\ntea\u0000.', 'The\ntea.'],
  ])('%s', (_, output, text) => {
    expect(read('rewrite', output)).toEqual({ shape: 'text', text });
  });

  test('of a block of code keeps its fence', () => {
    const output = '```\nlet tea;\n```';
    expect(read('rewrite', output, { text: '```\nvar tea;\n```' })).toEqual({ shape: 'text', text: output });
  });
});

describe('edits', () => {
  const edit = { quote: 'Teh tea', replacement: 'The tea', why: 'Spelling' };
  test.each([
    ['plain', JSON.stringify([edit])],
    ['in a fence', `\`\`\`json\n${JSON.stringify([edit])}\n\`\`\``],
    ['with words round them', `Here they are [as asked]:\n${JSON.stringify([edit], null, 2)}\nThat is all.`],
    ['in an object', JSON.stringify({ corrections: [edit] })],
    ['alone', JSON.stringify(edit)],
    ['written badly', "[{quote: 'Teh tea', replacement: 'The tea', why: 'Spelling',},]"],
  ])('%s', (_, output) => {
    expect(read('proofread', output)).toEqual({ shape: 'edits', edits: [edit] });
  });

  test('whose words stand nowhere, or that change nothing, are none', () => {
    const none = [
      { quote: 'nowhere', replacement: 'x' },
      { quote: 'hot', replacement: 'hot' },
      'x',
      null,
      { quote: 7 },
    ];
    expect(read('proofread', JSON.stringify([...none, edit]))).toMatchObject({ edits: [edit] });
    expect(() => read('proofread', JSON.stringify(none.slice(0, 1)))).toThrow(/not in the form/);
    expect(() => read('proofread', 'All is well.')).toThrow(/not in the form/);
  });

  test('that are links lead to what was offered, and not into a link, a heading or code', () => {
    const text = '# Tea\n\nSee [the tea](/x) or `tea time` and hot tea.';
    const link = (quote: string, slug = 'steeping') => ({ quote, slug, why: '' });
    const list = [
      link('the tea'),
      link('tea time'),
      link('# Tea'),
      link('hot tea', '/post/elsewhere'),
      link('hot tea'),
    ];
    expect(read('links', JSON.stringify(list), { text })).toEqual({
      shape: 'edits',
      edits: [{ quote: 'hot tea', replacement: '[hot tea](/post/steeping)', why: '' }],
    });
  });
});

test('alternative texts go to their pictures, whose captions stay', () => {
  expect(read('alt-texts', '1: A [red] cup\n2. “A kettle”\n3: Nothing of ours')).toEqual({
    shape: 'edits',
    edits: [
      { quote: '![](/uploads/a.webp', replacement: '![A red cup](/uploads/a.webp', why: '' },
      { quote: '![old one](/uploads/b.webp', replacement: '![A kettle](/uploads/b.webp', why: '' },
    ],
  });
  expect(read('alt-texts', 'A cup', { text: '', pictures: ['/uploads/c.webp'] })).toMatchObject({
    edits: [{ quote: '/uploads/c.webp', replacement: 'A cup' }],
  });
});

test('lines are freed from what lists put round them; too long ones and repeated ones are left out', () => {
  const output = `Here are six headlines:\n1. **One**\n- "Two"\n* Two\n\n3) Three\n${'x'.repeat(400)}`;
  expect(read('headlines', output)).toEqual({ shape: 'choices', choices: ['One', 'Two', 'Three'] });
  expect(read('tags', 'slow, made up\n#green tea')).toEqual({ shape: 'choices', choices: ['Slow', 'Green Tea'] });
});

test('whatever is answered, it is read or refused in words, and what is to be changed stands in the text', () => {
  const piece = fc.constantFrom(
    '[',
    ']',
    '{',
    '}',
    '"quote"',
    ':',
    '"tea"',
    '"hot"',
    ',',
    '```',
    '\n',
    '1: x',
    '<html>',
    '- ',
  );
  const output = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.array(piece).map((pieces) => pieces.join('')),
  );
  fc.assert(
    fc.property(fc.constantFrom(...suggestionKinds), output, (kind, text) => {
      try {
        const found = read(kind, text);
        if (found.shape !== 'edits') return;
        for (const { quote } of found.edits) expect(asked.text).toContain(quote);
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
      }
    }),
    { seed: 11, numRuns: 500 },
  );
});

test.each([
  ['gpt-4o-mini', true],
  ['openai/gpt-4.1', true],
  ['claude-sonnet-4-5', true],
  ['gemini-2.5-flash', true],
  ['llama3.2-vision:11b', true],
  ['qwen2.5-vl:7b', true],
  ['gpt-3.5-turbo', false],
  ['llama3.1:8b', false],
  ['mistral:7b', false],
  ['deepseek-chat', false],
])('whether %s sees pictures: %s', (model, isSeeing) => {
  expect(seesPictures({ model, sees: undefined })).toBe(isSeeing);
  expect(seesPictures({ model, sees: 'by-name' })).toBe(isSeeing);
  // The owner's setting counts more than the model's name.
  expect(seesPictures({ model, sees: 'yes' })).toBe(true);
  expect(seesPictures({ model, sees: 'no' })).toBe(false);
});
