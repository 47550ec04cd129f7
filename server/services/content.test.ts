import { expect, test } from 'vitest';
import type { RenderedContent } from '#shared/content/pipeline.ts';
import { DEFAULT_STYLE } from '#shared/kernel/post-style.ts';
import { type MarkdownRequest, type PictureSizes, renderMarkdown } from '../workers/render-markdown.ts';
import { createContentService } from './content.ts';

function create(sizes: PictureSizes = {}) {
  const asked = { worker: 0, addresses: [] as string[][] };
  const content = createContentService({
    worker: {
      async ask(request: MarkdownRequest): Promise<RenderedContent> {
        asked.worker += 1;
        return renderMarkdown(request);
      },
      close: async () => undefined,
    },
    style: async () => DEFAULT_STYLE,
    async pictureSizes(addresses) {
      asked.addresses.push(addresses);
      return sizes;
    },
  });
  return { content, asked };
}

test('a text over two thousand characters or sixty lines is rendered in a thread, a smaller one here, with the same result', async () => {
  const { content, asked } = create();
  const small = await content.render('a '.repeat(1000));
  await content.render('a\n'.repeat(59));
  expect(asked.worker).toBe(0);
  const large = await content.render(`${'a '.repeat(1000)}b`);
  expect(asked.worker).toBe(1);
  expect(large.html.replace('b</p>', '</p>').length).toBeGreaterThanOrEqual(small.html.length);
  await content.render('a\n'.repeat(60));
  expect(asked.worker).toBe(2);
});

test('a picture of ours gets its size and its widths, each asked for once', async () => {
  const picture = { width: 1600, height: 900, srcset: '/uploads/a-480.webp 480w' };
  const { content, asked } = create({ '/uploads/a.jpg': picture });
  const { html } = await content.render(
    '![one](/uploads/a.jpg)\n\n![again](/uploads/a.jpg) ![other](https://x.example/b.png)',
  );
  expect(asked.addresses).toEqual([['/uploads/a.jpg']]);
  expect(html).toContain('width="1600"');
  expect(html).toContain('srcset="/uploads/a-480.webp 480w"');
});

test('a text without pictures of ours asks for none', async () => {
  const { content, asked } = create();
  await content.render('Words.');
  expect(asked.addresses).toEqual([]);
});

test('a picture called like what every object has is only a picture', async () => {
  const { content } = create();
  expect((await content.render('![x](constructor) ![y](/uploads/__proto__)')).html).not.toContain('undefined');
});
