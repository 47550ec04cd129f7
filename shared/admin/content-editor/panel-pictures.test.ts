import { expect, it } from 'vitest';
import { imageSlots, layoutOf } from '#shared/content/image-slots/image-slots.ts';
import { imageToInsert, picturesOf } from './panel-pictures.ts';

const picturesIn = (markdown: string, uploaded: Parameters<typeof picturesOf>[2] = []) => {
  const layout = layoutOf(markdown);
  return picturesOf(layout, imageSlots(layout), uploaded);
};
const uploaded = { url: '/uploads/new.webp', alt: '', caption: '', link: '' };

it('what was uploaded comes first, until it is in the text', () => {
  const text = '![A boat](/uploads/boat.webp)';
  expect(picturesIn(text, [uploaded]).map(({ url }) => url)).toEqual(['/uploads/new.webp', '/uploads/boat.webp']);
  const inserted = `${text}\n\n![](/uploads/new.webp)`;
  expect(picturesIn(inserted, [uploaded]).map(({ url, isInContent }) => [url, isInContent])).toEqual([
    ['/uploads/boat.webp', true],
    ['/uploads/new.webp', true],
  ]);
});

it('a picture that stands in the text twice is one', () => {
  expect(picturesIn('![a](/x.webp)\n\n![b](/x.webp)')).toHaveLength(1);
});

it('says which position a picture occupies', () => {
  const words = (count: number) => 'word '.repeat(count).trim();
  const [picture] = picturesIn(`${words(300)}.\n\n![a](/x.webp)\n\n${words(300)}.`);
  expect(picture?.position).toBe(1);
  expect(picturesIn('![a](/x.webp)')[0]?.position).toBeNull();
});

it('a picture is called by its alt text, without one by its file', () => {
  expect(picturesIn('![A boat](/uploads/boat.webp)')[0]?.name).toBe('A boat');
  expect(picturesIn('![](https://example.com/a/boat.webp?size=2)')[0]?.name).toBe('boat.webp');
});

it('a stored picture brings its alt text; what only its title may say is not written unasked', () => {
  const altOf = (title: string, alt: string) => imageToInsert({ url: '/x.webp', metadata: { title, alt } }).alt;
  expect(altOf('Boat', ' A boat ')).toBe('A boat');
  expect([altOf('Boat', ''), altOf('', ' ')]).toEqual(['', '']);
});
