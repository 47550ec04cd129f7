import type { ApiClient } from '#shared/api-client/client.ts';
import { chat } from '#shared/contract/ai.ts';
import { createAuthor } from '#shared/contract/authors.ts';
import { createCategory } from '#shared/contract/categories.ts';
import { listContactMessages, sendContactMessage, updateContactMessage } from '#shared/contract/contact.ts';
import { UPLOAD_FIELD, updateImage, uploadImage } from '#shared/contract/images.ts';
import { createPost, deletePost, saveDraft, updatePost } from '#shared/contract/posts/posts-admin.ts';
import { updatePromptTemplate } from '#shared/contract/prompts.ts';
import { updateSettings } from '#shared/contract/settings.ts';
import { drawPicture } from '#tests/ai-stub/picture.ts';

/** Calls that take effect once: made again with the same key, they must give the same answer as then. */
export interface CallsMadeOnce {
  post: { key: string; body: typeof once; id: number };
  chat: { key: string; prompt: string; output: string };
}

const once = {
  title: 'Made by one call',
  slug: 'made-by-one-call',
  excerpt: 'The same key makes it once.',
  content: 'Once.',
  categoryId: 1,
  readTime: 1,
  published: true,
  publishedAt: '2026-02-03T04:05:06.000Z',
};

/** Fills an empty site: posts of every kind, with a history, and everything that belongs to them. */
export async function writePosts(client: ApiClient): Promise<CallsMadeOnce> {
  await client.call(updateSettings, {
    body: { siteName: 'Kept & Co', tagline: 'What was written stays', contact: { support: 'help@kept.example' } },
  });
  const author = await client.call(createAuthor, {
    body: { name: 'Berta Beispiel', email: 'berta@kept.example', bio: 'Keeps.' },
  });
  const category = await client.call(createCategory, {
    body: { name: 'Keeping', slug: 'keeping', description: 'Of jars', color: 'category-food', icon: 'utensils' },
  });
  const form = new FormData();
  form.set(
    UPLOAD_FIELD,
    new Blob([new Uint8Array(await drawPicture('jars', 48, 32))], { type: 'image/png' }),
    'jars.png',
  );
  const picture = await client.call(uploadImage, { form });
  await client.call(updateImage, {
    params: { filename: picture.filename },
    body: { title: 'Jars', alt: 'Three jars' },
  });

  const made = await client.call(createPost, {
    body: {
      title: 'Plums in jars',
      slug: 'plums',
      excerpt: 'Plums, 🫙 and “sugar”.',
      content: `## Plums\n\n![Jars](${picture.url})\n\nBoil them.`,
      categoryId: category.id,
      authorId: author.id,
      readTime: 3,
      published: true,
      featured: true,
      publishedAt: '2026-01-02T03:04:05.000Z',
      featuredImage: picture.url,
      tags: ['plums', 'Jars & lids', 'größe'],
      metaTitle: 'Plums, kept',
      metaDescription: 'How plums are kept.',
      productApp: 'Jar Counter',
      productAppUrl: 'https://jars.example/count?a=1&b=2',
    },
  });
  for (const content of ['Boil them twice.', 'Boil them twice.\n\nThen wait.', '## Plums\n\nBoil, wait, eat.']) {
    await client.call(updatePost, {
      params: { id: made.id },
      body: { content: `${content}\n\n![Jars](${picture.url})` },
    });
  }
  await client.call(updatePost, {
    params: { id: made.id },
    body: { slug: 'plums-in-jars', title: 'Plums in jars, again' },
  });

  const plain = { excerpt: 'E.', categoryId: 2, readTime: 1, published: true, tags: ['plums'] };
  await client.call(createPost, {
    body: {
      ...plain,
      title: 'In the far future',
      slug: 'far-future',
      content: 'Not yet.',
      publishedAt: '2199-01-01T00:00:00.000Z',
    },
  });
  await client.call(saveDraft, { body: { title: 'A saved draft', content: 'Half a thought' } });
  const thrown = await client.call(createPost, {
    body: { ...plain, title: 'Thrown away', slug: 'thrown-away', content: 'Bin.' },
  });
  await client.call(deletePost, { params: { id: thrown.id } });

  await client.call(updatePromptTemplate, {
    params: { stepNumber: 4 },
    body: { prompt: 'The template of the fourth step, for {{targetMarket}}.' },
  });
  for (const subject of ['A question', 'Praise']) {
    await client.call(sendContactMessage, {
      body: {
        name: 'Rita Reader',
        email: 'rita@reader.example',
        subject,
        message: 'Line one.\nLine two: ünïcödé.',
        elapsedMs: 60_000,
      },
    });
  }
  const [message] = await client.call(listContactMessages);
  if (message) await client.call(updateContactMessage, { params: { id: message.id }, body: { read: true } });

  const [key, prompt] = ['kept-chat', 'Say something that is kept.'];
  const { output } = await client.call(chat, { body: { prompt }, headers: { 'idempotency-key': key } });
  const post = await client.call(createPost, { body: once, headers: { 'idempotency-key': 'kept-post' } });
  return { post: { key: 'kept-post', body: once, id: post.id }, chat: { key, prompt, output } };
}
