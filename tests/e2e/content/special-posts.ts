import type { SitePost } from './site-post.ts';

// One post for each thing that could go wrong, by name, so that a spec says which post it uses.

/** A post with everything that a post can have. */
export const everything: SitePost = {
  slug: 'a-table-for-twelve',
  title: 'A Table for Twelve',
  subtitle: 'One street, one evening',
  excerpt: 'What happens to a street when somebody carries a table outside.',
  category: 'home-garden',
  tags: ['Slow food', 'C&A', 'street-life'],
  featured: true,
  picture: 'loaf-and-day.jpg',
  publishedAt: '2025-07-09T06:00:00.000Z',
  views: 12_344,
  content: `It began with a door taken off its hinges, and [a borrowed trestle](https://example.org/trestle).

TL;DR carry a table outside.

## What you need

- a door, **solid**
- two trestles
- [chairs] for whoever comes
- [x] a neighbour who asks

1. Take the door off.
2. Carry it.

---

## What it costs

| Thing | Price | Where it is from |
| --- | ---: | --- |
| Trestles | 40 | The joiner’s, who lends them to everybody |
| Soup for thirty-one | 28 | Kitchens of the street |

### In a line of code

\`\`\`ts
const guests: string[] = invite('the whole street, and whoever happens to be passing by with an empty stomach');
\`\`\`

![A drawing of a loaf](/uploads/nine-squares.jpg)

> Nobody has ever been sorry to have brought a chair.

The soup is described elsewhere.[^1]

[^1]: In the next post.
`,
};

/** A post with every kind of embed. */
export const embeds: SitePost = {
  slug: 'seen-elsewhere',
  title: 'Seen Elsewhere',
  excerpt: 'What others showed us this week.',
  category: 'lifestyle',
  tags: ['video'],
  publishedAt: '2025-06-30T06:00:00.000Z',
  content: `<blockquote class="twitter-tweet"><p>Soup for thirty-one.</p><a href="https://twitter.com/mira/status/1">July 9, 2025</a></blockquote>

<blockquote class="instagram-media" data-instgrm-permalink="https://www.instagram.com/p/abc123/" data-instgrm-version="14"><p>The table.</p></blockquote>

<blockquote class="tiktok-embed" cite="https://www.tiktok.com/@mira/video/123" data-video-id="123"><p>The soup.</p></blockquote>

https://www.youtube.com/watch?v=dQw4w9WgXcQ

https://vimeo.com/76979871
`,
};

/** A post whose title and words do not fit a narrow screen. */
export const longTitle: SitePost = {
  slug: 'the-longest-title',
  title:
    'Rindfleischetikettierungsüberwachungsaufgabenübertragungsgesetz and Other Words One Has to Walk Round, with Notes on Hyphens, on Breath, and on What Becomes of a Headline That Does Not Know When to Stop',
  excerpt: `A line without a break: ${'pneumonoultramicroscopicsilicovolcanoconiosis'.repeat(3)}`,
  category: 'business',
  featured: true,
  tags: ['a-tag-that-is-much-longer-than-tags-have-any-right-to-be-in-a-sensible-world'],
  publishedAt: '2025-07-08T12:00:00.000Z',
  content: `Address: https://example.org/${'a-long-way/'.repeat(20)}

\`${'unbroken_code_'.repeat(12)}\`

| ${Array.from({ length: 12 }, (_, index) => `Column ${index}`).join(' | ')} |
| ${'--- | '.repeat(12)}
| ${Array.from({ length: 12 }, () => 'wide enough').join(' | ')} |
`,
};

export const rightToLeft: SitePost = {
  slug: 'a-letter-from-the-right',
  title: 'رسالة من اليمين إلى اليسار',
  excerpt: 'كيف يقرأ المرء من الجهة الأخرى.',
  category: 'travel',
  tags: ['عربية'],
  publishedAt: '2025-06-28T06:00:00.000Z',
  content: `## مقدمة

هذا نص طويل يبدأ من اليمين. שלום לכולם.

Half of it, in English!

- قائمة قصيرة
- One item, in English!

\`\`\`js
start(1);
\`\`\`
`,
};

export const emoji: SitePost = {
  slug: 'soup-and-fire',
  title: '🍲 Soup, 🔥 Fire and a 👩‍👩‍👧‍👦 of Four',
  excerpt: 'Faces made of several characters 👩🏽‍🚀.',
  category: 'travel',
  tags: ['🍲'],
  publishedAt: '2025-06-27T06:00:00.000Z',
  content: 'One 👩‍👩‍👧‍👦 sat round one 🔥.\n',
};

/** A post that would break out of scripts, attributes and XML where it is not escaped. */
export const hostile: SitePost = {
  slug: 'markup-in-the-margins',
  title: 'Margins </script><script>document.title="taken"</script> & "Quotes" <!-- ]]>',
  excerpt: '</title></script><img src=x onerror="document.title=1"> & \u2028 "so on"',
  category: 'business',
  tags: ['<b>bold</b>', '"quoted"'],
  publishedAt: '2025-06-26T06:00:00.000Z',
  content: 'Text. <script>document.title = "taken"</script>\n\n`</script>`\n',
};

/** A post that itself says what search engines should show. */
export const ownMeta: SitePost = {
  slug: 'sleep-by-numbers',
  title: 'Sleep by Numbers',
  excerpt: 'An excerpt that is not the description.',
  category: 'health',
  publishedAt: '2025-06-25T06:00:00.000Z',
  metaTitle: 'How to Sleep, Counted',
  metaDescription: 'Eight hours, and where they go.',
  content: ['Evening', 'Night', 'Nightmare', 'Morning']
    .map((part) => `## ${part}\n\n${'Count. '.repeat(300)}\n`)
    .join('\n'),
};

/** A post whose picture is a JPEG of another site. */
export const foreignPicture: SitePost = {
  slug: 'a-picture-from-elsewhere',
  title: 'A Picture from Elsewhere',
  excerpt: 'Served by somebody else.',
  category: 'health',
  publishedAt: '2025-06-24T06:00:00.000Z',
  featuredImage: 'https://pictures.example.org/elsewhere.jpg',
  content: '![Hills](https://pictures.example.org/hills.jpg)\n',
};

/** A post whose picture is of a kind that share previews do not accept. */
export const foreignDrawing: SitePost = {
  slug: 'a-drawing-from-elsewhere',
  title: 'A Drawing from Elsewhere',
  excerpt: 'Lines, served by somebody else.',
  category: 'fitness',
  publishedAt: '2025-06-23T06:00:00.000Z',
  featuredImage: 'https://pictures.example.org/drawing.svg',
  content: 'Lines.\n',
};

/** The only post of its category; it was first published at another address. */
export const alone: SitePost = {
  slug: 'the-only-job',
  title: 'The Only Job',
  excerpt: 'One post, one quernstone.',
  category: 'career',
  tags: ['quernstone'],
  publishedAt: '2025-06-22T06:00:00.000Z',
  formerSlug: 'the-first-job',
  content: 'A quernstone is turned by hand.\n',
};

/** A post with only the required fields. */
export const bare: SitePost = {
  slug: 'bare',
  title: 'Bare',
  excerpt: 'Nothing else.',
  category: 'education',
  publishedAt: '2025-06-21T06:00:00.000Z',
  content: 'A sentence.\n',
};

// Posts that readers never see.

export const draft: SitePost = {
  slug: 'a-draft-nobody-sees',
  title: 'A Draft Nobody Sees',
  excerpt: 'Unfinished invisible words.',
  category: 'technology',
  tags: ['invisible'],
  published: false,
  publishedAt: '2025-06-20T06:00:00.000Z',
  content: 'Invisible.\n',
};

export const scheduled: SitePost = {
  slug: 'news-from-tomorrow',
  title: 'News from Tomorrow',
  excerpt: 'Not yet: invisible.',
  category: 'technology',
  publishedAt: '2099-01-01T00:00:00.000Z',
  content: 'Invisible.\n',
};

export const deleted: SitePost = {
  slug: 'gone-for-good',
  title: 'Gone for Good',
  excerpt: 'In the bin: invisible.',
  category: 'technology',
  publishedAt: '2025-06-19T06:00:00.000Z',
  isDeleted: true,
  content: 'Invisible.\n',
};
