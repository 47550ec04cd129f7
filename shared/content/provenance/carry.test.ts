import { expect, test } from 'vitest';
import { type Provenance, provenanceOf, sourcedRanges, type WordsSource } from '#shared/kernel/provenance.ts';
import { carryProvenance, moveProvenance } from './carry.ts';

const source: WordsSource = { model: 'm', run: null, step: null, promptVersion: 0, help: null, at: null };

/** Reads a text in which ‹ and › enclose the marked words. */
function marked(text: string): { content: string; provenance: Provenance } {
  const parts = text.split(/[‹›]/);
  let at = 0;
  const ranges = parts.flatMap((part, index) => {
    const start = at;
    at += part.length;
    return index % 2 === 1 ? [{ start, end: at, source }] : [];
  });
  return { content: parts.join(''), provenance: provenanceOf(ranges) };
}
const shown = (content: string, provenance: Provenance) =>
  sourcedRanges(provenance).reduceRight(
    (text, { start, end }) => `${text.slice(0, start)}‹${text.slice(start, end)}›${text.slice(end)}`,
    content,
  );

test.each([
  ['lines that stayed', 'One\n‹Two\nThree›\nFour', 'Zero\nOne\nTwo\nThree', 'Zero\nOne\n‹Two\nThree›'],
  ['words that stayed', 'One ‹two three four› five', 'One two 3 four 5', 'One ‹two ›3‹ four› 5'],
  ['nothing of a text that is another', '‹One two›', 'Three', 'Three'],
  ['no half of a sign', '‹👍 yes›', '👎 yes', '👎‹ yes›'],
])('of a text that became another one marks stay on %s', (_, before, after, expected) => {
  const { content, provenance } = marked(before);
  expect(shown(after, carryProvenance(content, after, provenance))).toBe(expected);
});

test('a text of thousands of lines is carried at once, whatever became of it', () => {
  const lines = Array.from({ length: 20_000 }, (_, index) => `line ${index % 7}`);
  const content = lines.join('\n');
  const provenance = provenanceOf([{ start: 0, end: content.length, source }]);
  const carried = carryProvenance(content, lines.toReversed().join('\n'), provenance);
  expect(carried.ranges.length).toBeGreaterThan(0);
});

test('where a program changes an address inside of what is marked, it stays one range', () => {
  const { content, provenance } = marked(
    'Mine ‹theirs ![a](/uploads/a.jpg) theirs› mine ![b](/uploads/b.jpg) ‹theirs›',
  );
  const after = content.replace('/uploads/a.jpg', 'pictures/a.jpg').replace('/uploads/b.jpg', 'pictures/bee.jpg');
  expect(shown(after, moveProvenance(content, after, provenance))).toBe(
    'Mine ‹theirs ![a](pictures/a.jpg) theirs› mine ![b](pictures/bee.jpg) ‹theirs›',
  );
  expect(moveProvenance(after, content, moveProvenance(content, after, provenance))).toEqual(provenance);
});

test('past what may be compared, equal lines and equal ends alone stay marked, and nothing that is new is', () => {
  const { content, provenance } = marked('‹Same line\nOne two three four\nFive six seven eight›');
  const after = 'Same line\nOne 2 three 4 end\nFive 6 seven eight';
  const few = (most: number) => shown(after, carryProvenance(content, after, provenance, most));
  expect(few(10_000)).toBe('‹Same line\nOne ›2‹ three ›4 end‹\nFive ›6‹ seven eight›');
  expect(few(0)).toBe('‹Same line\nOne ›2 three 4 end‹\nFive ›6‹ seven eight›');
});
