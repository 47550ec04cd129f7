import type { PhrasingContent, RootContent } from 'mdast';
import { gfmToMarkdown } from 'mdast-util-gfm';
import { toMarkdown } from 'mdast-util-to-markdown';
import { expect, test } from 'vitest';
import { tidyMarks } from './tidy-marks.ts';

type Phrasing = { type: 'text'; value: string } | { type: 'strong' | 'emphasis'; children: Phrasing[] };
const text = (value: string): Phrasing => ({ type: 'text', value });
const strong = (...children: Phrasing[]): Phrasing => ({ type: 'strong', children });
const emphasis = (...children: Phrasing[]): Phrasing => ({ type: 'emphasis', children });

test.each<[string, Phrasing[], string]>([
  ['a blank at an edge goes outside', [text('a'), strong(text(' b ')), text('c')], 'a **b** c'],
  ['marks of one kind that meet are one', [strong(text('a')), strong(text('b'))], '**ab**'],
  ['also with a blank between them', [strong(text('a ')), strong(text('b'))], '**a b**'],
  ['a mark of nothing is none', [text('a'), strong(text(' ')), emphasis(), text('b')], 'a b'],
  ['marks in marks are looked at too', [strong(emphasis(text(' a'))), strong(text(' b ')), text('c')], '**_a_ b** c'],
  ['marks of two kinds stay two', [strong(text('a')), emphasis(text('b'))], '**a**_b_'],
])('%s', (_rule, children, markdown) => {
  const tree = tidyMarks({ type: 'root', children: [{ type: 'paragraph', children }] });
  expect(toMarkdown(tree, { emphasis: '*', extensions: [gfmToMarkdown()] }).trim()).toBe(markdown);
});

test('blocks within a line or a mark leave their words there, however deep they are, and cost no more for it', () => {
  const heading = { type: 'heading' as const, depth: 2 as const };
  const rule = { type: 'thematicBreak' as const };
  let deep: RootContent = { ...heading, children: [text('Last')] };
  for (let level = 0; level < 60; level += 1) {
    deep = { ...heading, children: [text('x'), rule, deep] as unknown as PhrasingContent[] };
  }
  const code = { type: 'code' as const, value: 'a' };
  const marked = { type: 'strong', children: [text('b'), code] } as unknown as PhrasingContent;
  const tree = tidyMarks({ type: 'root', children: [deep, { type: 'paragraph', children: [marked] }] });
  // If the sixty levels were written as they are, that would take longer than the age of the universe.
  expect(toMarkdown(tree).replace(/ +/g, ' ').trim()).toBe(`## ${'x '.repeat(60)}Last\n\n**b \`a\`**`);
});
