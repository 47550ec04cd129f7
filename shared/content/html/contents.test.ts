import { describe, expect, test } from 'vitest';
import { renderContent } from '../pipeline.ts';
import { contentsOf } from './contents.ts';

const contents = (...titles: string[]) =>
  contentsOf(renderContent(titles.map((title) => `## ${title}\n\nText.\n`).join('\n')).html);

test('four sections are worth a list, three are not', () => {
  expect(contents('A', 'B', 'C')).toBeNull();
  expect(contents('A', 'B', 'C', 'D')).toEqual({
    sections: ['a', 'b', 'c', 'd'].map((id) => ({ id: `text-${id}`, title: id.toUpperCase() })),
    total: 4,
  });
});

test('a title is its words, as they were written, and its link leads to the heading', () => {
  const markdown = [
    'A & B <i>x</i>',
    '`a < b`',
    'Say “hi” \\& go',
    'Ärger & [links](/x)',
    'H<sub>2</sub>O in 10<sup>3</sup>, noted[^1]',
    'A',
  ].map((each) => `## ${each}`);
  const { html } = renderContent(`${markdown.join('\n\ntext\n\n')}\n\n### Deeper\n\n## A\n\n[^1]: Note.\n`);
  const found = contentsOf(html);
  expect(found?.sections.map(({ title }) => title)).toEqual([
    'A & B x',
    'a < b',
    'Say “hi” & go',
    'Ärger & links',
    'H2O in 103, noted',
    'A',
    'A',
  ]);
  for (const { id } of found?.sections ?? []) expect(html).toContain(`<h2 id="${id}"`);
});

describe('of five thousand headings', () => {
  test('a hundred are named, and all are counted', () => {
    const html = Array.from({ length: 5000 }, (_, index) => `<h2 id="text-s${index}">S ${index}</h2>`).join('\n');
    const found = contentsOf(html);
    expect([found?.sections.length, found?.sections.at(-1)?.title, found?.total]).toEqual([100, 'S 99', 5000]);
  });
});
