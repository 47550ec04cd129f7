import type { Found, JudgedPost } from './finding.ts';
import type { JudgedText } from './judged-text.ts';

/** Words that say nothing of what a picture shows: "image", "IMG_1234.jpg". */
const SAYS_NOTHING =
  /^(?:image|picture|photo|screenshot|img|alt(?: text)?|untitled|[\w-]{1,80}\.(?:jpe?g|png|gif|webp|avif))$/i;
const IMG = /<img\b[^>]*>/gi;
const ALT = /\salt\s*=\s*(?:"\s*[^"\s]|'\s*[^'\s]|[^\s"'>])/i;

/** Pictures without an alternative text, or with one that says nothing. */
export function alternativeTexts({ images, html }: JudgedText): Found[] {
  const found: Found[] = images.flatMap(({ alt, url, place }) => {
    const words = alt.trim();
    if (words !== '' && !SAYS_NOTHING.test(words)) return [];
    const name = url.split('/').at(-1) ?? url;
    const says =
      words === '' ? `The picture ${name} has no alternative text.` : `“${words}” does not say what ${name} shows.`;
    return [{ check: 'alternative-text', says, place }];
  });
  for (const { value, place } of html) {
    for (const [tag] of value.matchAll(IMG)) {
      if (!ALT.test(tag)) found.push({ check: 'alternative-text', says: 'A picture has no alternative text.', place });
    }
  }
  return found;
}

/** A post without any picture. */
export function missingPicture({ featuredImage }: JudgedPost, { images, html }: JudgedText): Found[] {
  if (featuredImage !== '' || images.length > 0 || html.some(({ value }) => /<img\b/i.test(value))) return [];
  return [{ check: 'no-picture', says: 'The post has no picture.', place: null }];
}
