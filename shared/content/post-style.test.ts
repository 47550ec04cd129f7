import { describe, expect, test } from 'vitest';
import { DEFAULT_STYLE, type PostStyle } from '#shared/kernel/post-style.ts';
import { renderContent } from './pipeline.ts';
import { htmlVersionOf, PIPELINE_VERSION } from './pipeline-version.ts';

const html = (markdown: string, style: Partial<PostStyle>) =>
  renderContent(markdown, {
    style: { ...DEFAULT_STYLE, ...style },
    picture: () => ({ width: 1600, height: 900, srcset: '/uploads/a-640.webp 640w' }),
  }).html;

describe('bold and italics', () => {
  const shown = (markdown: string) => html(markdown, { emphasis: 'show' });

  test('stay where the owner shows them, in headings, lists, tables and links too', () => {
    expect(shown('A **bold** and *soft* word')).toBe('<p>A <strong>bold</strong> and <em>soft</em> word</p>');
    expect(shown('- ***both***')).toContain('<em><strong>both</strong></em>');
    expect(shown('## A *soft* head')).toContain('A <em>soft</em> head');
    expect(shown('[a **b**](https://example.org/)')).toContain('a <strong>b</strong></a>');
    expect(shown('| a |\n|-|\n| **b** |')).toContain('<strong>b</strong>');
  });

  test('what is taken out of a post goes all the same, whatever is bold in it', () => {
    expect(shown('**TL;DR** nothing new\n\nStays **bold**.')).toBe('<p>Stays <strong>bold</strong>.</p>');
    expect(shown('**TL;DR: nothing new**\n\nStays.')).toBe('<p>Stays.</p>');
    expect(shown('A **[Insert** photo] word')).toBe('<p>A word</p>');
    expect(shown('## **Call to Action**\n\nStays.')).toBe('<p>Stays.</p>');
    expect(shown('A {{ *tag* }} word')).toBe('<p>A word</p>');
  });

  test('text in brackets is bold in either way', () => {
    expect(shown('See [the *long* note].')).toBe('<p>See <strong>the <em>long</em> note</strong>.</p>');
    expect(html('See [the *long* note].', {})).toBe('<p>See <strong>the long note</strong>.</p>');
  });
});

test('pictures are as wide as the column where the owner wants them so, and fetched in that width', () => {
  const wide = html('![A](/uploads/a.jpg)', { pictures: 'column' });
  expect(wide).toContain('class="post-picture post-picture-wide"');
  expect(wide).toContain('sizes="min(41rem, 100vw, 1600px)"');
  const small = html('![A](/uploads/a.jpg)', {});
  expect(small).toContain('class="post-picture"');
  expect(small).toContain('sizes="256px"');
});

test('each style has a number of its own, the specified one that of the pipeline', () => {
  const styles = (['small', 'column'] as const).flatMap((pictures) =>
    (['remove', 'show'] as const).map((emphasis) => htmlVersionOf({ pictures, emphasis })),
  );
  expect(new Set(styles).size).toBe(4);
  expect(styles[0]).toBe(PIPELINE_VERSION);
});
