import fc from 'fast-check';
import type { Nodes } from 'mdast';
import { toString as textOf } from 'mdast-util-to-string';
import { expect, test } from 'vitest';
import { runsOf } from '#tests/share.ts';
import { parseMarkdown } from '../markdown/parse.ts';
import { imageSlots, layoutOf, SLOT_REACH } from './image-slots.ts';
import { insertImage, insertImageNear, removeImage } from './image-slots-edit.ts';

// Whatever a post contains, a picture goes in without a change to anything else, and comes out again the same way.

const long = Array.from({ length: 140 }, (_, index) => `word${index}`).join(' ');
const phrase = fc.constantFrom(
  'Plain words here.',
  'A question? "Yes!" she said.',
  'With e.g. this, 3.5 and Dr. Who.',
  '[A link. With dots.](https://example.org/a.b "Title. Too.")',
  '`code. With dots.`',
  '**Bold. Text.**',
  '*One*two. Three_four_ five.',
  '<a href="/x">Raw. Link. Text.</a>',
  '<b>Raw. Bold.',
  'https://example.org/a.b. Next.',
  '![inline](/inline.webp "Its. Title.") behind.',
  'A line\nthat goes on. And\non.',
  '- not a list. - Nor this.',
  '1. not a list. 2. Nor this.',
  '# no heading. # Nor this.',
  '> no quote.',
  'a | b. c | d\n--- | --- x',
  'Escaped \\[x\\]. And &amp; more.',
  'A note[^1]. And [a ref]. And [another][ref].',
  '日本語の文です。次の文です。',
  'Hard  \nbreak. And\\\nanother.',
  'Ends with colon:\n| no | table |',
  '~~Gone. Text.~~ www.example.org. End.',
  '2 * 3. 4 * 5. `open. And',
  '<div>Raw. Block.</div> Text. More.',
  '```code``` in line. More.',
  '[^1]: no note. [ref]: no definition. More.',
  long,
  `${long}.`,
);
const paragraph = fc.array(phrase, { minLength: 1, maxLength: 5 }).map((phrases) => phrases.join(' '));
const block = fc.oneof(
  { arbitrary: paragraph, weight: 6 },
  {
    arbitrary: fc.constantFrom(
      '## A title. With dots.',
      'Setext. Title.\n===',
      '- one. Two.\n- three. Four.\n  - five. Six.',
      '1. one. Two.\n\n   Three. Four.\n2. five',
      '- [ ] a task. Done.',
      '| a. b. | c |\n|---|---|\n| d. e. | ![cell](/cell.webp) |',
      '```js\none. Two.\n\nthree. Four.\n```',
      '    indented. Code.\n\n    more. Code.',
      '> quoted. Text.\n> More.',
      '<div>\n\nInside. Raw.\n\n</div>',
      '<table><tr><td>\n\nInside. A table.\n\n</td></tr></table>',
      '<!-- a comment. Here. -->',
      '![alone](/alone.webp)',
      '[![linked](/linked.webp "Caption. Here.")](https://example.org)',
      '---',
      '[^1]: A note. Of two.',
      '[ref]: https://example.org/ref "A title."',
      `${long}. ${long}. ${long}.`,
    ),
    weight: 5,
  },
);
const separator = fc.constantFrom('\n\n', '\n\n', '\n\n\n', '\n', '\n \n');
const end = fc.constantFrom(
  '',
  '\n',
  '\n\n',
  '  ',
  '\n\n```\nopen. Fence.',
  '\n\n<!-- open. Comment.',
  '\n\n<div>open. Tag.',
);
const post = fc
  .tuple(fc.array(fc.tuple(block, separator), { maxLength: 9 }), end)
  .map(
    ([blocks, tail]) => blocks.flatMap(([text, gap], index) => (index === 0 ? [text] : [gap, text])).join('') + tail,
  );

/** Returns everything in a text except where its paragraphs begin and end. */
function signature(markdown: string): string[] {
  const found: string[] = [];
  const visit = (node: Nodes): void => {
    const own = node.type === 'root' || node.type === 'paragraph' || node.type === 'text' || node.type === 'list';
    if (!own) {
      const value = 'value' in node ? node.value : textOf(node, { includeImageAlt: false }).replace(/\s+/g, ' ');
      found.push(`${node.type} ${'url' in node ? node.url : ''} ${value}`);
    }
    if ('children' in node) for (const child of node.children) visit(child);
  };
  visit(parseMarkdown(markdown));
  return found;
}
const words = (markdown: string) => layoutOf(markdown).words.map(({ text }) => text);
const picture = fc.constantFrom(
  { url: '/uploads/new.webp', alt: 'New', caption: '', link: '' },
  {
    url: '/uploads/new (1).webp',
    alt: 'A [new] `one`',
    caption: 'Its "caption" *here*',
    link: 'https://example.org/?a=1&amp;b=(2)',
  },
);
const isNew = (line: string) => line.includes('/uploads/new') || line.startsWith('link https://example.org/?a=1');
const without = (lines: string[]) => lines.filter((line) => !isNew(line));
const settings = { seed: 48, numRuns: runsOf(80, 16) };

test('a picture goes into a post without touching a word, a link, code, a table, a heading or a list', () => {
  fc.assert(
    fc.property(post, fc.integer({ min: 1, max: 5 }), picture, (markdown, position, image) => {
      const before = imageSlots(layoutOf(markdown))[position - 1];
      const outcome = insertImage(markdown, position, image);
      if (outcome.kind !== 'inserted') {
        expect(before?.image).not.toBeNull();
        return;
      }
      expect(words(outcome.markdown)).toEqual(words(markdown));
      expect(without(signature(outcome.markdown))).toEqual(signature(markdown));
      const added = layoutOf(outcome.markdown).images.filter(({ url }) => url.startsWith('/uploads/new'));
      expect(added).toMatchObject([
        { alt: image.alt, caption: image.caption, isAlone: true, words: before?.spot.words },
      ]);
    }),
    settings,
  );
});

test('a picture that is dropped anywhere goes in the same way', () => {
  fc.assert(
    fc.property(post, fc.nat(3000), picture, (markdown, offset, image) => {
      const outcome = insertImageNear(markdown, offset, image);
      if (outcome.kind !== 'inserted') throw new Error(outcome.kind);
      expect(words(outcome.markdown)).toEqual(words(markdown));
      expect(without(signature(outcome.markdown))).toEqual(signature(markdown));
    }),
    settings,
  );
});

test('a picture that is taken out again leaves every word and everything else as it was', () => {
  fc.assert(
    fc.property(post, fc.integer({ min: 1, max: 5 }), picture, (markdown, position, image) => {
      const outcome = insertImage(markdown, position, image);
      if (outcome.kind !== 'inserted') return;
      const url = layoutOf(outcome.markdown).images.find((each) => each.url.startsWith('/uploads/new'))?.url ?? '';
      const back = removeImage(outcome.markdown, url);
      expect(back.count).toBe(1);
      expect(words(back.markdown)).toEqual(words(markdown));
      expect(signature(back.markdown)).toEqual(signature(markdown));
    }),
    settings,
  );
});

test('a slot is occupied exactly when a picture stands within 150 words of its target, and is else behind its target', () => {
  fc.assert(
    fc.property(post, (markdown) => {
      const layout = layoutOf(markdown);
      for (const { target, image, spot, before, after } of imageSlots(layout)) {
        const near = layout.images.filter((each) => Math.abs(each.words - target) <= SLOT_REACH);
        expect(image !== null).toBe(near.length > 0);
        const last = layout.spots.at(-1);
        if (spot.offset !== last?.offset) expect(spot.words).toBeGreaterThanOrEqual(target);
        const skipped = layout.spots.filter((each) => each.words >= target && each.offset < spot.offset);
        expect(skipped).toEqual([]);
        for (const context of [before, after]) expect(context.split(' ').length).toBeLessThanOrEqual(50);
      }
    }),
    settings,
  );
});
