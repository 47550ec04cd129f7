import type { SitePost } from './site-post.ts';

const words =
  'A street is not a place so much as an agreement, and somebody has to begin it by carrying something outside. ';

/** A long post with several pictures, code, notes and a video: everything for which readers have comforts. */
export const comfortsPost: SitePost = {
  slug: 'a-street-in-pieces',
  title: 'A Street in Pieces',
  excerpt: 'Pictures, code and notes.',
  category: 'technology',
  publishedAt: '2025-07-10T06:00:00.000Z',
  content: `## Beginnings

${words.repeat(4)}[^1] ${words}[^2]

![A sheet in nine squares](/uploads/nine-squares.jpg "Nine squares, one of them folded twice.")

![A boat of paper](/uploads/paper-boat.jpg)

[![Elsewhere](/uploads/loaf-and-day.jpg)](https://pictures.example.org/album)

## Code

\`\`\`ts
const guests: string[] = invite('the whole street, and whoever happens to be passing by with an empty stomach, and a dog');
seat(guests);
\`\`\`

https://vimeo.com/76979871

## The rest

${`${words.repeat(6)}\n\n`.repeat(12)}

[^1]: At least twelve hours, says [the baker](https://example.org/baker).

[^2]: Ten grams.
`,
};
