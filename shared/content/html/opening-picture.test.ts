import { describe, expect, it } from 'vitest';
import { DEFAULT_STYLE, POST_PICTURES } from '#shared/kernel/post-style.ts';
import { renderContent } from '../pipeline.ts';
import { withoutOpeningPicture } from './opening-picture.ts';

describe.each(POST_PICTURES)('the first picture of a text, pictures being %s', (pictures) => {
  const html = (content: string) => renderContent(content, { style: { ...DEFAULT_STYLE, pictures } }).html;
  const shown = (content: string, featuredImage: string | null) => withoutOpeningPicture(html(content), featuredImage);

  it('is left out where it is the featured one, which stands above the text', () => {
    expect(shown('![A boat](/uploads/boat.jpg)\n\nIt sails.', '/uploads/boat.jpg')).toBe('<p>It sails.</p>');
    expect(shown('It sails.\n\n![](https://a.example/b.jpg?x=1&y=2)', 'https://a.example/b.jpg?x=1&y=2')).toBe(
      '<p>It sails.</p>\n',
    );
  });

  it('stays where it is another, or not the first', () => {
    for (const content of [
      '![A boat](/uploads/boat.jpg)',
      '![A mast](/uploads/mast.jpg)\n\n![A sail](/uploads/sail.jpg)',
    ]) {
      expect(shown(content, '/uploads/sail.jpg')).toBe(html(content));
    }
    expect(shown('![A boat](/uploads/boat.jpg)', null)).toContain('boat.jpg');
  });

  it('stays where the text would miss it: after a colon, with a caption, as a link', () => {
    for (const content of [
      'This is the boat:\n\n![A boat](/uploads/boat.jpg)',
      '![A boat](/uploads/boat.jpg "Built in 1911")',
      '[![A boat](/uploads/boat.jpg)](https://boats.example/)',
    ]) {
      expect(shown(content, '/uploads/boat.jpg')).toBe(html(content));
    }
  });
});
