import { describe, expect, test } from 'vitest';
import { isWhole, shareOf } from '#tests/share.ts';
import { fallbackDraft, parseDrafts } from './parse-drafts.ts';
import { draftsOf } from './test-drafts.ts';

// Anything slower than linear time would exceed the limit: time in the square of the number of lines would be minutes.

/** Microseconds of this thread's own CPU time, however busy the machine is. */
const MOST_WORK = 20_000_000;

const MB = 1_000_000;
const LARGE = (isWhole ? 5 : 2) * MB;
const fill = (part: string, length: number) => part.repeat(Math.ceil(length / part.length));
const words = (text: string) => text.replace(/\s+/g, '').length;

// Each text is made for its own test: together they take a hundred megabytes.
const huge: Record<string, () => string> = {
  'one line of a': () => 'a'.repeat(LARGE),
  'words without a shape': () => fill('Beans lean toward the light. ', LARGE),
  'one draft of megabytes': () =>
    `---BLOG POST 1---\nTitle: Huge\nContent:\n${fill('A paragraph of beans.\n\n', LARGE)}`,
  'three drafts of megabytes': () =>
    ['A', 'B', 'C'].map((title) => `# ${title}\n\n${fill('Beans lean.\n\n', LARGE / 3)}`).join('\n'),
  'JSON of megabytes': () => JSON.stringify([{ title: 'Huge', content: fill('Beans lean.\n\n', LARGE) }]),
  'JSON of megabytes, cut off': () =>
    JSON.stringify([{ title: 'Huge', content: fill('Beans lean.\n\n', LARGE) }]).slice(0, -3),
  'JSON of quotation marks': () => `[{"title": "x", "content": "${fill('" , ', MB / 2)}`,
  'open brackets': () => fill('[{', MB / 2),
  'brackets on lines': () => fill('{"\n', MB / 2),
  'a line in quotes and blanks': () => `{"a": "${fill('"    ', MB / 2)}`,
  'headings alone': () => fill('# a\n', MB / 2),
  'markers alone': () => fill('---BLOG POST 1---\n', MB / 2),
  'labels alone': () => fill('Title: a\n', MB / 2),
  'tags that open': () => fill('<post>\n', MB / 2),
  'titles that open': () => fill('<title>\n', MB / 2),
  'parts that open': () => `<post>${fill('<title><content>', MB / 2)}`,
  'fences alone': () => fill('```\n', MB / 2),
  'fences with info': () => fill('```markdown\n', MB / 2),
  'table rows': () => `| Title | Content |\n|---|---|\n${fill('| a | b |\n', MB / 2)}`,
  'a row of bars': () => `| Title | Content |\n|---|---|\n${fill('|', MB / 2)}`,
  blanks: () => `a${fill(' \n', MB / 2)}a`,
  'asterisks in a title': () => `# ${fill('*', MB / 2)}\n\ntext`,
  'dashes in a line': () => fill('- ', MB / 2),
  'equals signs': () => fill('===\n', MB / 2),
  'angle brackets': () => fill('<', MB / 2),
};

describe('megabytes are parsed in bounded time and their text is kept', () => {
  test.each(shareOf(Object.keys(huge), 4))('%s', (name) => {
    const output = huge[name]?.() ?? '';
    const before = process.threadCpuUsage().user;
    const { drafts: parsed, leftover } = parseDrafts(output, 's');
    expect(process.threadCpuUsage().user - before).toBeLessThan(MOST_WORK);
    const fallback = parsed.length === 0 ? fallbackDraft(output, 's') : null;
    const drafts = fallback ? [fallback] : parsed;
    expect(drafts.length).toBeGreaterThan(0);
    const kept = drafts.reduce((sum, draft) => sum + words(draft.content), 0) + (fallback ? 0 : words(leftover));
    // The rest may be marks, labels and JSON's own punctuation.
    expect(kept).toBeGreaterThan(words(output) * 0.2);
  });
});

test('more parts than a list of posts has are kept as one draft', () => {
  const output = fill('# a\n\ntext\n\n', 10_000);
  expect(parseDrafts(output, 's').drafts).toEqual([]);
  expect(draftsOf(output, 's')).toHaveLength(1);
});
