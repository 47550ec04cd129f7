import { describe, expect, test } from 'vitest';
import { hasImage, imageSlots, layoutOf, slotAt, suggestedImages } from './image-slots.ts';
import {
  changeImage,
  giveImageAlt,
  imageMarkup,
  insertImage,
  insertImageNear,
  removeAllImages,
  removeImage,
  removeImageAt,
} from './image-slots-edit.ts';

const image = { url: '/uploads/a.webp', alt: 'A cat', caption: '', link: '' };
const markup = '![A cat](/uploads/a.webp)';
const wordsOf = (count: number, from = 1) => Array.from({ length: count }, (_, index) => `w${index + from}`).join(' ');
/** Makes a text with sentences of ten words, and paragraphs of twenty sentences. */
function text(words: number): string {
  const sentences = Array.from({ length: words / 10 }, (_, index) => `${wordsOf(10, index * 10 + 1)}.`);
  const paragraphs = [];
  for (let index = 0; index < sentences.length; index += 20)
    paragraphs.push(sentences.slice(index, index + 20).join(' '));
  return `${paragraphs.join('\n\n')}\n`;
}
function inserted(markdown: string, position: number, picture = image): string {
  const outcome = insertImage(markdown, position, picture);
  if (outcome.kind === 'already-there') throw new Error(outcome.kind);
  expect(outcome.markdown.slice(outcome.start, outcome.end)).toBe(imageMarkup(picture));
  return outcome.markdown;
}

describe('five slots, one for every 300 words', () => {
  test('their targets', () => {
    expect(imageSlots(layoutOf('')).map(({ position, target }) => [position, target])).toEqual([
      [1, 300],
      [2, 600],
      [3, 900],
      [4, 1200],
      [5, 1500],
    ]);
    expect(() => slotAt(layoutOf(''), 6)).toThrow(RangeError);
    expect(() => slotAt(layoutOf(''), 0)).toThrow(RangeError);
  });

  test.each([
    [0, 0],
    [299, 0],
    [300, 1],
    [1000, 3],
    [1500, 5],
    [9000, 5],
  ])('a text of %d words asks for %d pictures', (words, pictures) => {
    expect(suggestedImages(words)).toBe(pictures);
  });

  test('words are those a reader sees', () => {
    const words = (markdown: string) => layoutOf(markdown).words.length;
    expect(words('one **tw**o [three four](https://a.b/c-d) `five`')).toBe(5);
    expect(words('# one\n\n- two\n- three\n\n| a | b |\n|---|---|\n| c | – |')).toBe(6);
    expect(words('one ![not these words](/uploads/x.webp "nor these") two')).toBe(2);
    expect(words('<div>\none <b>two</b>\n</div>\n\n```\nthree\n```')).toBe(3);
    expect(words('日本語の文 and one')).toBe(5);
    expect(words('[a]: /not-a-word\n\n[^1]: one')).toBe(1);
  });
});

describe('the place of a free slot', () => {
  test('is the end of the sentence that holds the target word', () => {
    const markdown = text(1000).replace('w300.', 'w300').replace('w305', 'w305.');
    const { spot } = slotAt(layoutOf(markdown), 1);
    expect(markdown.slice(0, spot.offset).endsWith('w305.')).toBe(true);
    expect(spot.words).toBe(305);
  });

  test('or of the sentence that ends with it', () => {
    const { spot } = slotAt(layoutOf(text(1000)), 1);
    expect(spot.words).toBe(300);
  });

  test('or of the paragraph, where no sentence ends before', () => {
    const markdown = `${wordsOf(290)}\n\n${wordsOf(40, 291)}\n\n${wordsOf(100, 331)}`;
    expect(slotAt(layoutOf(markdown), 1).spot.words).toBe(330);
  });

  test('or the end of the text, when that is shorter', () => {
    const markdown = text(200);
    expect(slotAt(layoutOf(markdown), 1).spot).toMatchObject({ words: 200, offset: markdown.trimEnd().length });
    expect(inserted('', 3)).toBe(markup);
    expect(inserted('A text.\n', 5)).toBe(`A text.\n\n${markup}\n`);
  });

  test.each([
    ['a word or a number', 'at 3.5 e.g. this and so on'],
    ['a link', '[one. Two. Three](https://example.org/a.b)'],
    ['a link of HTML', '<a href="/x">one. Two. Three</a>'],
    ['code', '`one. Two. Three`'],
    ['emphasis', '**One. Two. Three**'],
    ['what would become a list', 'one. - Two'],
    ['what would become a heading', 'one. # Two'],
    ['what would become a numbered list', 'one. 2. Three'],
  ])('is not inside %s', (_, phrase) => {
    const markdown = `${wordsOf(300)} ${phrase} ends here. Next.`;
    const { spot } = slotAt(layoutOf(markdown), 1);
    expect(markdown.slice(spot.offset)).toBe(' Next.');
  });

  test.each([
    ['a heading', '## A title. With two.\n\nText.', 'Text.'],
    ['a table', '| One. Two. | b |\n|---|---|\n| Three. | d |\n\nText.', '| Three. | d |'],
    ['a fence', '```\nOne. Two.\n\nThree. Four.\n```\n\nText.', '```'],
    ['a list', '- One. Two.\n- Three. Four.\n\nText.', 'Three. Four.'],
    ['a quote', '> One. Two.\n\nText.', 'Two.'],
    ['a table of HTML', '<table>\n\n<tr><td>\n\nOne. Two.\n\n</td></tr>\n\n</table>\n\nText. More.', 'Text.'],
  ])('is not inside %s', (_, block, end) => {
    const markdown = `${wordsOf(299)}\n\n${block}`;
    const { spot } = slotAt(layoutOf(markdown), 1);
    expect(markdown.slice(0, spot.offset).endsWith(end)).toBe(true);
  });

  test('is before a fence that nobody closed', () => {
    expect(inserted('Text.\n\n```\ncode', 1)).toBe(`Text.\n\n${markup}\n\n\`\`\`\ncode`);
    expect(inserted('```\ncode\n```', 1)).toBe(`\`\`\`\ncode\n\`\`\`\n\n${markup}`);
  });

  test('shows fifty words on either side', () => {
    const slot = slotAt(layoutOf(text(1000)), 1);
    expect(slot.before).toBe(Array.from({ length: 50 }, (_, n) => `w${n + 251}${(n + 1) % 10 ? '' : '.'}`).join(' '));
    expect(slot.after.split(' ')).toHaveLength(50);
    expect(slot.after.startsWith('w301 w302')).toBe(true);
    expect(slotAt(layoutOf('Two words.'), 1)).toMatchObject({ before: 'Two words.', after: '' });
  });
});

describe('a slot is occupied by a picture within 150 words of its target', () => {
  const at = (words: number) => `${wordsOf(words)}\n\n![x](/x.webp)\n\n${wordsOf(2000)}`;
  const occupied = (markdown: string) =>
    imageSlots(layoutOf(markdown)).flatMap((slot) => (slot.image ? [slot.position] : []));
  test.each([
    [149, []],
    [150, [1]],
    [300, [1]],
    [449, [1]],
    [450, [1, 2]],
    [451, [2]],
    [1650, [5]],
    [1651, []],
  ])('a picture after %d words', (words, positions) => {
    expect(occupied(at(words))).toEqual(positions);
  });

  test('by the nearest where there are several, with the words around it', () => {
    const markdown = `${wordsOf(200)}\n\n![far](/far.webp)\n\n${wordsOf(90)}\n\n![near](/near.webp)\n\nAfter it.`;
    const slot = slotAt(layoutOf(markdown), 1);
    expect(slot.image).toMatchObject({ url: '/near.webp', words: 290 });
    expect(slot.after).toBe('After it.');
    expect(slot.before.endsWith('w90')).toBe(true);
  });

  test('by every sort of picture', () => {
    for (const picture of [
      '[![x](/x.webp "t")](/l)',
      '![x][r]\n\n[r]: /x.webp',
      '<img src="/x.webp" alt=x>',
      'In ![x](/x.webp) text',
    ]) {
      expect(occupied(`${wordsOf(300)}\n\n${picture}`)).toContain(1);
      expect(hasImage(layoutOf(picture), '/x.webp')).toBe(true);
    }
    expect(hasImage(layoutOf('`![x](/x.webp)`'), '/x.webp')).toBe(false);
  });
});

describe('inserting', () => {
  test('puts the picture into a paragraph of its own', () => {
    expect(inserted(`${wordsOf(300)}. Next one.\n\nLast.`, 1)).toBe(
      `${wordsOf(300)}.\n\n${markup}\n\nNext one.\n\nLast.`,
    );
    expect(inserted(`${wordsOf(300)}\n# Next\n`, 1)).toBe(`${wordsOf(300)}\n\n${markup}\n\n# Next\n`);
    expect(inserted(`${wordsOf(300)}\n\n\n    code`, 1)).toBe(`${wordsOf(300)}\n\n${markup}\n\n    code`);
    expect(inserted(`${wordsOf(300)}.\n     Next line.`, 1)).toBe(`${wordsOf(300)}.\n\n${markup}\n\nNext line.`);
  });

  test('writes link and caption', () => {
    expect(imageMarkup({ ...image, caption: 'A "good" cat', link: 'https://example.org/a b' })).toBe(
      '[![A cat](/uploads/a.webp "A \\"good\\" cat")](https://example.org/a%20b)',
    );
    expect(imageMarkup({ url: '/a (1).png', alt: '[x]\ny', caption: ' ', link: ' ' })).toBe(
      '![\\[x\\] y](/a%20%281%29.png)',
    );
  });

  test('replaces the picture that occupies the slot, with its link', () => {
    const markdown = `${wordsOf(310)}\n\n[![old](/old.webp)](/there)\n\nAfter.`;
    const outcome = insertImage(markdown, 1, image);
    expect(outcome).toMatchObject({ kind: 'replaced', replaced: { url: '/old.webp', link: '/there' } });
    expect(outcome).toMatchObject({ markdown: `${wordsOf(310)}\n\n${markup}\n\nAfter.` });
  });

  test('refuses a picture that is already in the text', () => {
    expect(insertImage(`Text.\n\n${markup}`, 4, image)).toEqual({ kind: 'already-there' });
    expect(insertImageNear(`Text.\n\n${markup}`, 0, image)).toEqual({ kind: 'already-there' });
  });

  test('where a picture was dropped takes the next place for one', () => {
    const markdown = 'One sentence. Another [link. Text](/x) here. Last.';
    const near = (offset: number) => {
      const outcome = insertImageNear(markdown, offset, image);
      return outcome.kind === 'inserted' ? outcome.markdown.slice(0, outcome.start).trim() : outcome.kind;
    };
    expect(near(3)).toBe('One sentence.');
    expect(near(25)).toBe('One sentence. Another [link. Text](/x) here.');
    expect(near(999)).toBe(markdown);
  });

  test('on a blank line a picture stands there, before what comes next', () => {
    const markdown = 'First.\n\nLast.';
    const near = (offset: number) => {
      const outcome = insertImageNear(markdown, offset, image);
      return outcome.kind === 'inserted' ? outcome.markdown : outcome.kind;
    };
    expect(near('First.\n'.length)).toBe(`First.\n\n${markup}\n\nLast.`);
    expect(near('First.\n\n'.length)).toBe(`First.\n\nLast.\n\n${markup}`);
    expect(insertImageNear('First.  \n\nLast.', 9, image)).toMatchObject({
      start: expect.any(Number),
      markdown: expect.stringMatching(/\n\nLast\.$/),
    });
  });

  test('a picture’s link and caption can be changed where it stands', () => {
    const markdown = `Text.\n\n${markup}\n\nMore.`;
    expect(changeImage(markdown, { ...image, link: '/there' })).toBe(`Text.\n\n[${markup}](/there)\n\nMore.`);
    expect(changeImage(`Text.\n\n[${markup}](/there)`, { ...image, caption: 'C' })).toBe(
      'Text.\n\n![A cat](/uploads/a.webp "C")',
    );
    expect(changeImage('Text.', image)).toBeNull();
  });

  test('what a picture shows is said where nothing says it yet; caption, link and other words stay', () => {
    const markdown = 'Typed on.\n\n[![](/uploads/a.webp "C")](/there)\n\n![Mine](/uploads/a.webp)';
    expect(giveImageAlt(markdown, '/uploads/a.webp', 'A [red] boat')).toBe(
      'Typed on.\n\n[![A \\[red\\] boat](/uploads/a.webp "C")](/there)\n\n![Mine](/uploads/a.webp)',
    );
    expect(giveImageAlt('Text.', '/uploads/a.webp', 'A boat')).toBeNull();
  });
});

describe('removing', () => {
  test('takes the picture out of its slot, or says how many there are', () => {
    const markdown = `${wordsOf(300)}\n\n[![a](/a.webp)](/l)\n\nAfter.`;
    expect(removeImageAt(markdown, 1)).toMatchObject({
      kind: 'removed',
      markdown: `${wordsOf(300)}\n\nAfter.`,
      image: { url: '/a.webp' },
    });
    expect(removeImageAt(markdown, 3)).toEqual({ kind: 'none', count: 1 });
  });

  test('takes all of them out', () => {
    const markdown =
      '![a](/a.webp)\n\nOne ![b](/b.webp) two.\n\n![c](/c.webp) ![d](/d.webp)\n\nThree.\n\n<img src="/e.webp">\n';
    expect(removeAllImages(markdown)).toEqual({ markdown: 'One two.\n\nThree.\n', count: 5 });
    expect(removeAllImages('None.')).toEqual({ markdown: 'None.', count: 0 });
    expect(removeImage(markdown, '/b.webp')).toMatchObject({ count: 1 });
  });

  test.each([
    ['in the middle of a line', 'One ![a](/a) two.', 'One two.'],
    ['between two words', 'One![a](/a)two.', 'One two.'],
    ['at the end of a line', 'One ![a](/a)\ntwo.', 'One\ntwo.'],
    ['on a line of a paragraph', 'One\n![a](/a)\ntwo.', 'One\ntwo.'],
    ['on a line of a quote', '> One\n> ![a](/a)\n> two.', '> One\n> two.'],
    ['in a list item', '- ![a](/a) one\n- two', '- one\n- two'],
    ['in a heading', '## ![a](/a) One', '## One'],
    ['in a table', '| ![a](/a) | b |\n|---|---|\n| c | d |', '| | b |\n|---|---|\n| c | d |'],
    ['before what would become a list', '![a](/a) - one', '\\- one'],
    ['before what would become a number', '![a](/a) 1. one', '1\\. one'],
    ['before a sign', 'One ![a](/a), two.', 'One , two.'],
  ])('a picture %s', (_, markdown, expected) => {
    expect(removeAllImages(markdown).markdown).toBe(expected);
  });
});

test('a text too complex to be parsed has one place for a picture, its end', () => {
  const deep = `${'>'.repeat(500)} deep words`;
  expect(layoutOf(deep)).toMatchObject({ images: [], spots: [{ offset: deep.length }] });
});
