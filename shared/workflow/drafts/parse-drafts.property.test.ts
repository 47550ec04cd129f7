import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runsOf } from '#tests/share.ts';
import { DRAFT_SHAPE_EXAMPLE } from '../prompts/draft-rules.ts';
import { DRAFT_CATEGORY, FALLBACK_TITLE } from './draft-shape.ts';
import { readLooseJson } from './loose-json.ts';
import { fallbackDraft, parseDrafts } from './parse-drafts.ts';
import { draftsOf } from './test-drafts.ts';

const marks = [
  '---BLOG POST 1---',
  '---BLOG POST 2---',
  '## Post 1: Beans',
  '**Draft 2**',
  '# A heading',
  '## 1. Numbered',
  '## 2. Numbered',
  'Title: Something',
  '**Title:** Something',
  'Slug: a-slug',
  'Tags: a, b',
  'Content:',
  '```markdown',
  '```',
  '~~~',
  '---',
  '====',
  '| Title | Content |',
  '|---|---|',
  '| a | b |',
  '- item',
  '',
  '\r',
  '\u2028',
];
const structures = [
  '[{"title": "x", "content": "',
  '"}]',
  '{"posts": [',
  '<post>',
  '</post>',
  '<title>',
  '<content>',
  '{',
];
// A paragraph with a word that occurs nowhere else, so that a test can find it.
const paragraph = fc.nat(9999).map((number) => `Some words about w${number}w and the light.`);
const lines = (fragments: readonly string[]) =>
  fc.array(fc.oneof(paragraph, fc.constantFrom(...fragments)), { maxLength: 40 }).map((parts) => parts.join('\n'));

const signs = (text: string) => text.replace(/[\s\\]/g, '').length;

describe('whatever a model answers', () => {
  test('nothing is thrown, and every draft is whole', () => {
    fc.assert(
      fc.property(
        fc.oneof(lines([...marks, ...structures]), fc.string({ unit: 'binary', maxLength: 400 })),
        (output) => {
          const drafts = draftsOf(output, 's');
          expect(new Set(drafts.map(({ id }) => id)).size).toBe(drafts.length);
          for (const draft of drafts) {
            expect(draft.title).not.toBe('');
            expect(draft.title.length).toBeLessThanOrEqual(200);
            expect(draft.content.trim()).not.toBe('');
            expect(draft.slug).toMatch(/^([a-z0-9]+(-[a-z0-9]+)*)?$/);
            expect(draft.readTime).toBeGreaterThanOrEqual(1);
            expect([draft.category, draft.featured]).toEqual([DRAFT_CATEGORY, true]);
            expect(draft.tags.length).toBeLessThanOrEqual(10);
            expect(JSON.stringify(draft)).toBe(JSON.stringify(draft).toWellFormed());
          }
        },
      ),
      { seed: 41, numRuns: runsOf(400, 16) },
    );
  });

  test('a third of it at least is in the drafts and what stands outside of them', () => {
    fc.assert(
      fc.property(lines([...marks, ...structures]), (output) => {
        const { drafts, leftover } = parseDrafts(output, 's');
        const kept = drafts.map(
          ({ title, slug, excerpt, tags, content }) => title + slug + excerpt + tags.join('') + content,
        );
        expect(signs(kept.join('') + leftover) * 3).toBeGreaterThanOrEqual(signs(output.replace(/[\p{Cc}]/gu, '')));
      }),
      { seed: 42, numRuns: runsOf(400, 16) },
    );
  });

  test('no paragraph of a text without JSON and tags is lost', () => {
    fc.assert(
      fc.property(lines(marks), (output) => {
        const { drafts, leftover } = parseDrafts(output, 's');
        const kept = `${JSON.stringify(drafts)}${leftover}`;
        for (const [word] of output.matchAll(/w\d+w/g)) expect(kept).toContain(word);
      }),
      { seed: 43, numRuns: runsOf(400, 16) },
    );
  });

  test('a text is parsed the same way twice', () => {
    fc.assert(
      fc.property(lines([...marks, ...structures]), (output) => {
        expect(parseDrafts(output, 's')).toEqual(parseDrafts(output, 's'));
      }),
      { seed: 44, numRuns: 50 },
    );
  });
});

test('the shape the prompts ask for is read to the letter, whatever the articles say', () => {
  const word = fc.stringMatching(/^[A-Za-zäöüñ]{1,10}$/);
  const sentence = fc.array(word, { minLength: 3, maxLength: 12 }).map((all) => `${all.join(' ')}.`);
  const title = fc.array(word, { minLength: 2, maxLength: 6 }).map((all) => all.join(' '));
  const tag = fc.stringMatching(/^[a-z]{2,12}$/);
  const fragment = fc.oneof(
    sentence,
    title.map((text) => `## ${text}`),
    fc.constantFrom(
      '- an item\n- another',
      '| a | b |\n|---|---|\n| c | d |',
      '> Said.',
      '```js\nTitle: x\n```',
      '1. One\n2. Two',
    ),
    fc.constantFrom(
      'Title: is a word too.',
      'Tags: are none here.',
      '{"title": "x", "content": "y"}',
      '<post>',
      '# One',
    ),
  );
  const post = fc.record({
    title,
    excerpt: sentence,
    tags: fc.uniqueArray(tag, { minLength: 3, maxLength: 5 }),
    body: fc
      .tuple(sentence, fc.array(fragment, { maxLength: 12 }), sentence)
      .map(([first, rest, last]) => [first, ...rest, last].join('\n\n')),
  });
  fc.assert(
    fc.property(fc.array(post, { minLength: 1, maxLength: 5 }), (posts) => {
      const output = posts
        .map(({ title, excerpt, tags, body }, index) =>
          [
            `---BLOG POST ${index + 1}---`,
            `Title: ${title}`,
            `Slug: slug-${index}`,
            `Excerpt: ${excerpt}`,
            `Tags: ${tags.join(', ')}`,
            'Content:',
            body,
          ].join('\n'),
        )
        .join('\n');
      const { drafts, leftover } = parseDrafts(output, 's');
      expect(
        drafts.map(({ title, slug, excerpt, tags, content }) => ({ title, slug, excerpt, tags, content })),
      ).toEqual(
        posts.map(({ title, excerpt, tags, body }, index) => ({
          title,
          slug: `slug-${index}`,
          excerpt,
          tags,
          content: body,
        })),
      );
      expect(leftover).toBe('');
    }),
    { seed: 45, numRuns: runsOf(200, 16) },
  );
});

test('the example in the prompts is read without guessing', () => {
  const { drafts, leftover } = parseDrafts(DRAFT_SHAPE_EXAMPLE, 's');
  expect(drafts.map(({ title, slug, tags }) => ({ title, slug, tags }))).toEqual([
    {
      title: 'Why Your Bean Seedlings Lean, and How to Stop It',
      slug: 'why-bean-seedlings-lean',
      tags: ['growing from seed', 'windowsill', 'vegetables'],
    },
    {
      title: 'A Watering Habit for People Who Forget',
      slug: 'watering-habit-for-people-who-forget',
      tags: ['watering', 'habits', 'vegetables'],
    },
  ]);
  expect(leftover).toBe('');
});

describe('the fallback draft', () => {
  test('holds all of a text, under the heading it begins with', () => {
    const draft = fallbackDraft('## Beans\n\nThey lean.\n\n## More\n\nText.', 's');
    expect(draft).toMatchObject({
      id: 's-1',
      title: 'Beans',
      slug: 'beans',
      content: 'They lean.\n\n## More\n\nText.',
    });
    expect(fallbackDraft('They lean. They stand up.', 's')).toMatchObject({
      title: FALLBACK_TITLE,
      category: 'Lifestyle',
      excerpt: 'They lean. They stand up.',
      content: 'They lean. They stand up.',
      readTime: 1,
    });
  });

  test('is none for a blank text', () => {
    expect(fallbackDraft(' \n', 's')).toBeNull();
    expect(draftsOf('', 's')).toEqual([]);
  });
});

test('valid JSON is read as it is', () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.dictionary(fc.string({ minLength: 1 }), fc.jsonValue()), fc.array(fc.jsonValue())),
      (value) => {
        fc.pre(!/[\\][^n"\\]|["'“”`]/.test(Object.keys(value).join('')));
        const text = JSON.stringify(value);
        const read = readLooseJson(text, 0);
        expect(read?.end).toBe(text.length);
      },
    ),
    { seed: 46, numRuns: 100 },
  );
});
