import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { ListOpening } from './list-opening.tsx';

it('a name that runs from right to left stands where the page’s own do, beside its picture', () => {
  const html = renderToStaticMarkup(<ListOpening title="ליאת" count={3} text="כותבת." />);
  expect(html).toMatch(/<h1 class="[^"]*"><bdi>ליאת<\/bdi><\/h1>/);
  expect(html).toMatch(/<p dir="auto"[^>]*>כותבת\./);
});
