import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { excerptOf } from './excerpt.ts';

describe('an excerpt', () => {
  it('of a short text is the text without markup', () => {
    expect(excerptOf('# Rye\n\nRye is a *grain* and [bread](/b) takes `time`.')).toBe(
      'Rye is a grain and bread takes time.',
    );
  });

  it('leaves out headings, code, tables and footnotes', () => {
    expect(excerptOf('## Head\n\n```\ncode\n```\n\n|a|\n|-|\n|b|\n\nProse[^1] here.\n\n[^1]: Note.')).toBe(
      'Prose here.',
    );
  });

  it('takes them when there is nothing else', () => {
    expect(excerptOf('# Only a heading')).toBe('Only a heading');
    expect(excerptOf('')).toBe('');
  });

  it('ends with a sentence when one ends late enough', () => {
    const first = `${'Rye is a grain that grows in poor soil. '.repeat(3)}`.trim();
    expect(excerptOf(`${first} ${'And so on '.repeat(20)}`)).toBe(first);
  });

  it('else ends with a word and an ellipsis', () => {
    expect(excerptOf('bread and butter, and jam', 20)).toBe('bread and butter…');
    expect(excerptOf('bread '.repeat(60))).toBe(`${'bread '.repeat(26)}bread`.slice(0, 155).concat('…'));
  });

  it('cuts a word only when there is no other place, and never a character', () => {
    expect(excerptOf('x'.repeat(300), 10)).toBe('xxxxxxxxx…');
    expect(excerptOf('😀'.repeat(300), 10)).toBe('😀😀😀😀…');
  });

  it('of a text too complex to render is cut from the text itself', () => {
    expect(excerptOf(`${'['.repeat(200)} rye`, 1000)).toContain('rye');
  });

  it('is never longer than asked for, whatever the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 400 }), fc.integer({ min: 10, max: 200 }), (text, about) => {
        const excerpt = excerptOf(text, about);
        expect(excerpt.length).toBeLessThanOrEqual(about);
        expect(excerpt.isWellFormed()).toBe(true);
        expect(excerpt).toBe(excerpt.trim());
      }),
      { seed: 11 },
    );
  });
});
