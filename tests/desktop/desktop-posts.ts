import type { SitePost } from '#tests/e2e/content/site-post.ts';

/** The posts that the servers of the desktop's specs hold at first. */
export const posts: SitePost[] = [
  {
    slug: 'live-one',
    title: 'A Live Post',
    excerpt: 'It is there for everyone.',
    content: 'Words that are live.',
    category: 'technology',
    publishedAt: '2026-01-01T10:00:00.000Z',
    picture: 'paper-boat.jpg',
  },
  {
    slug: 'draft-one',
    title: 'A Draft',
    excerpt: 'Nobody sees it yet.',
    content: 'Words that wait.',
    category: 'travel',
    publishedAt: '2026-01-02T10:00:00.000Z',
    published: false,
  },
  {
    // Everything that a text can try to run.
    slug: 'hostile-one',
    title: 'A Hostile <img src=x onerror="window.wasRun=true"> Post',
    excerpt: '<script>window.wasRun = true</script>',
    content: [
      'Before.',
      '<script>window.wasRun = true</script>',
      '<img src="x" onerror="window.wasRun = true">',
      '<svg onload="window.wasRun = true"></svg>',
      '<iframe srcdoc="<script>top.wasRun = true</script>"></iframe>',
      '[a link](javascript:window.wasRun=true)',
      'After.',
    ].join('\n\n'),
    category: 'travel',
    publishedAt: '2026-01-03T10:00:00.000Z',
  },
];
