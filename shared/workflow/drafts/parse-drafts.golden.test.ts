import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { parseDrafts } from './parse-drafts.ts';

// Each fixture is an answer as models give it, with the drafts in it beside it. An excerpt or slug that is left out
// there is derived, and has its own tests.

const expected = z.array(
  z.strictObject({
    title: z.string(),
    slug: z.string(),
    excerpt: z.string().optional(),
    tags: z.array(z.string()),
    content: z.string(),
  }),
);

const folder = new URL('./fixtures/', import.meta.url);
const names = readdirSync(folder)
  .filter((name) => name.endsWith('.txt'))
  .map((name) => name.slice(0, -4))
  .sort();

test('there are at least 40 shapes', () => {
  expect(names.length).toBeGreaterThanOrEqual(40);
});

test.each(names)('%s', (name) => {
  const output = readFileSync(new URL(`${name}.txt`, folder), 'utf8');
  const drafts = expected.parse(JSON.parse(readFileSync(new URL(`${name}.json`, folder), 'utf8')));
  const found = parseDrafts(output, 'run-step-8-1').drafts;
  expect(
    found.map(({ title, slug, excerpt, tags, content }, index) => ({
      title,
      slug,
      ...(drafts[index]?.excerpt === undefined ? {} : { excerpt }),
      tags,
      content,
    })),
  ).toEqual(drafts);
  expect(found.map(({ id }) => id)).toEqual(drafts.map((_, index) => `run-step-8-1-${index + 1}`));
});
