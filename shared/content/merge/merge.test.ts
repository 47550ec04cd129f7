import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { longTest } from '#tests/long-test.ts';
import { runsOf } from '#tests/share.ts';
import { type MergeResult, mergeMarkdown, resolveMerge } from './merge.ts';
import { splitBlocks } from './merge-blocks.ts';

const seed = 43;
const clean = (result: MergeResult) => {
  if (result.kind !== 'clean') throw new Error(`Conflict: ${JSON.stringify(result.pieces)}`);
  return result.text;
};
const conflicts = (result: MergeResult) =>
  result.kind === 'clean' ? [] : result.pieces.filter((piece) => piece.kind === 'conflict');
const blocksOf = (markdown: string) => splitBlocks(markdown).blocks.map(({ text }) => text);

const base = '# Title\n\nOne.\n\nTwo.\n\n- first\n- second\n- third\n\nEnd.\n';

describe('edits in different blocks merge without a question', () => {
  test('two paragraphs', () => {
    const mine = base.replace('One.', 'One, mine.');
    const theirs = base.replace('End.', 'End, theirs.');
    expect(clean(mergeMarkdown(base, mine, theirs))).toBe(mine.replace('End.', 'End, theirs.'));
  });

  test('blocks that stand beside each other', () => {
    const mine = base.replace('One.', 'One, mine.');
    const theirs = base.replace('Two.', 'Two, theirs.').replace('# Title', '# Other title');
    const both = mine.replace('Two.', 'Two, theirs.').replace('# Title', '# Other title');
    expect(clean(mergeMarkdown(base, mine, theirs))).toBe(both);
    expect(clean(mergeMarkdown(base, theirs, mine))).toBe(both);
  });

  test('items of one list', () => {
    const mine = base.replace('- first\n', '- first, mine\n');
    const theirs = base.replace('- second\n', '- second, theirs\n- and a half\n');
    expect(clean(mergeMarkdown(base, mine, theirs))).toContain(
      '- first, mine\n- second, theirs\n- and a half\n- third\n',
    );
  });

  test('an item and the items under it', () => {
    const nested = '- a\n  - b\n  - c\n- d\n';
    const merged = mergeMarkdown(nested, nested.replace('b', 'b mine'), nested.replace('- a', '- a theirs'));
    expect(clean(merged)).toBe('- a theirs\n  - b mine\n  - c\n- d\n');
  });

  test('a block and one that was added or taken away beside it', () => {
    const mine = base.replace('Two.', 'Two, mine.');
    const added = base.replace('Two.\n\n', 'Two.\n\nThree.\n\n');
    expect(clean(mergeMarkdown(base, mine, added))).toBe(added.replace('Two.', 'Two, mine.'));
    const removed = base.replace('One.\n\n', '');
    expect(clean(mergeMarkdown(base, mine, removed))).toBe(removed.replace('Two.', 'Two, mine.'));
  });

  test('the same edit made twice', () => {
    const mine = base.replace('One.', 'Same.');
    const theirs = mine.replace('End.', 'End!');
    expect(clean(mergeMarkdown(base, mine, theirs))).toBe(theirs);
  });

  test('a heading and the paragraph that follows it without a blank line', () => {
    const tight = '## Head\nText.\n';
    const merged = mergeMarkdown(tight, '## Mine\nText.\n', '## Head\nTheirs.\n');
    expect(clean(merged)).toBe('## Mine\nTheirs.\n');
  });
});

describe('what is one block is merged whole', () => {
  test.each([
    ['a paragraph', 'One line\nand a second.\n', 'One', 'second'],
    ['a fence of code', '```js\nconst a = 1;\n\nconst b = 2;\n```\n', 'a = 1', 'b = 2'],
    ['a table', '| a | b |\n|---|---|\n| 1 | 2 |\n| 3 | 4 |\n', '| 1 |', '| 4 |'],
    ['a list item', '- an item\n\n  with two paragraphs\n', 'an item', 'two'],
  ])('%s', (_, text, first, second) => {
    const result = mergeMarkdown(text, text.replace(first, `${first}x`), text.replace(second, `${second}y`));
    expect(conflicts(result)).toHaveLength(1);
  });
});

describe('a block both changed', () => {
  const mine = base.replace('One.', 'One, mine.').replace('End.', 'My end.');
  const theirs = base.replace('One.', 'One, theirs.').replace('Two.', 'Two, theirs.');
  const result = mergeMarkdown(base, mine, theirs);

  test('is shown with what stood there and what each made of it, between what is settled', () => {
    expect(result).toMatchObject({
      kind: 'conflict',
      pieces: [
        { kind: 'agreed', text: '# Title' },
        { kind: 'conflict', base: 'One.', mine: 'One, mine.', theirs: 'One, theirs.' },
        { kind: 'agreed', text: 'Two, theirs.' },
        { kind: 'agreed', text: '- first\n- second\n- third' },
        { kind: 'agreed', text: 'My end.' },
      ],
    });
  });

  test('becomes mine, theirs or both; what is settled is merged in all three', () => {
    const settled = base.replace('Two.', 'Two, theirs.').replace('End.', 'My end.');
    expect(resolveMerge(result, 'mine')).toBe(settled.replace('One.', 'One, mine.'));
    expect(resolveMerge(result, 'theirs')).toBe(settled.replace('One.', 'One, theirs.'));
    expect(resolveMerge(result, 'both')).toBe(settled.replace('One.', 'One, mine.\n\nOne, theirs.'));
  });

  test('one of them by taking it away, is a conflict with nothing', () => {
    const [conflict] = conflicts(mergeMarkdown(base, base.replace('Two.\n\n', ''), base.replace('Two.', 'Two!')));
    expect(conflict).toEqual({ kind: 'conflict', base: 'Two.', mine: '', theirs: 'Two!' });
  });

  test('or two insertions in one place: nobody knows which comes first', () => {
    const added = mergeMarkdown(base, base.replace('Two.', 'Mine.\n\nTwo.'), base.replace('Two.', 'Theirs.\n\nTwo.'));
    expect(conflicts(added)).toEqual([{ kind: 'conflict', base: '', mine: 'Mine.', theirs: 'Theirs.' }]);
    expect(resolveMerge(added, 'both')).toBe(base.replace('Two.', 'Mine.\n\nTheirs.\n\nTwo.'));
  });
});

test('a text too complex to be parsed is merged by what stands between blank lines', () => {
  const deep = `${'>'.repeat(500)} deep\n\nOne.\n\nTwo.\n`;
  const merged = mergeMarkdown(deep, deep.replace('One.', 'One!'), deep.replace('Two.', 'Two!'));
  expect(clean(merged)).toBe(deep.replace('One.', 'One!').replace('Two.', 'Two!'));
});

longTest('thousands of equal lines are not compared pair by pair, and no edit is lost', () => {
  const items = Array.from({ length: 2000 }, () => '- item');
  const text = (list: readonly string[]) => `${list.join('\n')}\n`;
  const mine = items.with(10, '- mine').with(1900, '- mine too');
  const theirs = items.with(20, '- theirs').with(1950, '- theirs too');
  const both = items.with(10, '- mine').with(20, '- theirs').with(1900, '- mine too').with(1950, '- theirs too');
  expect(clean(mergeMarkdown(text(items), text(mine), text(theirs)))).toBe(text(both));
});

type Op = 'keep' | 'change' | 'remove' | 'add';
const kinds = [
  (n: number) => `Paragraph ${n}\nof two lines.`,
  (n: number) => `## Heading ${n}`,
  (n: number) => `- item ${n}`,
  (n: number) => `\`\`\`\ncode ${n}\n\nmore\n\`\`\``,
  (n: number) => `| table ${n} | b |\n|---|---|\n| 1 | 2 |`,
  (n: number) => `> quote ${n}`,
];
const page = (blocks: readonly string[]) =>
  blocks
    .map((block, index) => {
      const next = blocks[index + 1];
      if (next === undefined) return `${block}\n`;
      return block.startsWith('- ') && next.startsWith('- ') ? `${block}\n` : `${block}\n\n`;
    })
    .join('');
const edited = (blocks: readonly string[], ops: readonly Op[], who: string) =>
  blocks.flatMap((block, index) => {
    const added = `Added by ${who} at ${index}.`;
    switch (ops[index]) {
      case 'change':
        return [block.replace(/\d+/, (number) => `${number} ${who}`)];
      case 'remove':
        return [];
      case 'add':
        return [block, added];
      default:
        return [block];
    }
  });

const op = fc.constantFrom<Op>('keep', 'change', 'remove', 'add');
const plan = fc.array(fc.record({ kind: fc.nat(kinds.length - 1), op, isMine: fc.boolean() }), {
  minLength: 1,
  maxLength: 12,
});

test('disjoint edits always merge cleanly, with both', () => {
  fc.assert(
    fc.property(plan, (rows) => {
      const blocks = rows.map(({ kind }, index) => kinds[kind]?.(index) ?? '');
      const mine = rows.map((row): Op => (row.isMine ? row.op : 'keep'));
      const theirs = rows.map((row): Op => (row.isMine ? 'keep' : row.op));
      const merged = clean(
        mergeMarkdown(page(blocks), page(edited(blocks, mine, 'me')), page(edited(blocks, theirs, 'them'))),
      );
      const expected = blocks.flatMap((block, index) => {
        const who = rows[index]?.isMine ? 'me' : 'them';
        return edited([block], [rows[index]?.op ?? 'keep'], who).map((text) => text.replace('at 0.', `at ${index}.`));
      });
      expect(blocksOf(merged)).toEqual(expected);
    }),
    { seed, numRuns: runsOf(200, 4) },
  );
});

/** Texts that share lines, in every order, with odd blank lines: the worst that real merges contain. */
const line = fc.constantFrom(
  'A',
  'B',
  'C',
  '- x',
  '- y',
  '## H',
  '```',
  '> q',
  '',
  '',
  '  ',
  'D  ',
  '| a |',
  '|---|',
  '\t1. n',
);
const text = fc.array(line, { maxLength: 14 }).map((lines) => lines.join('\n'));
const linesOf = (value: string) =>
  new Set(
    value
      .split('\n')
      .map((each) => each.trim())
      .filter((each) => each !== ''),
  );

test('a text cut into blocks is that text', () => {
  fc.assert(
    fc.property(text, (value) => {
      const { lead, blocks } = splitBlocks(value);
      expect(lead + blocks.map((block) => block.text + block.gap).join('')).toBe(value);
      for (const block of blocks) expect(block.gap.trim()).toBe('');
    }),
    { seed, numRuns: runsOf(300, 4) },
  );
});

test('an edit merged with itself, or with no edit, is that edit', () => {
  fc.assert(
    fc.property(text, text, (before, after) => {
      expect(mergeMarkdown(before, after, after)).toEqual({ kind: 'clean', text: after });
      expect(mergeMarkdown(before, after, before)).toEqual({ kind: 'clean', text: after });
      expect(mergeMarkdown(before, before, after)).toEqual({ kind: 'clean', text: after });
      expect(mergeMarkdown(after, after, after)).toEqual({ kind: 'clean', text: after });
    }),
    { seed, numRuns: runsOf(300, 4) },
  );
});

test('no line either side wrote is unreachable', () => {
  fc.assert(
    fc.property(text, text, text, (before, a, b) => {
      const mine = a.replaceAll('D', 'mine');
      const theirs = b.replaceAll('D', 'theirs');
      const result = mergeMarkdown(before, mine, theirs);
      const known = linesOf(before);
      const both = linesOf(resolveMerge(result, 'both'));
      for (const written of linesOf(mine)) {
        if (known.has(written)) continue;
        expect(both).toContain(written);
        expect(linesOf(resolveMerge(result, 'mine'))).toContain(written);
      }
      for (const written of linesOf(theirs)) {
        if (known.has(written)) continue;
        expect(both).toContain(written);
        expect(linesOf(resolveMerge(result, 'theirs'))).toContain(written);
      }
    }),
    { seed, numRuns: runsOf(300, 4) },
  );
});

test('who is called mine decides nothing but the order', () => {
  fc.assert(
    fc.property(text, text, text, (before, mine, theirs) => {
      const one = mergeMarkdown(before, mine, theirs);
      const other = mergeMarkdown(before, theirs, mine);
      expect(other.kind).toBe(one.kind);
      expect(conflicts(other).map((piece) => ({ ...piece, mine: piece.theirs, theirs: piece.mine }))).toEqual(
        conflicts(one),
      );
    }),
    { seed, numRuns: runsOf(200, 4) },
  );
});
