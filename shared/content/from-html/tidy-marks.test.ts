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
