import { isDeepStrictEqual } from 'node:util';
import { contentText, fillContent } from '../support/content-field.ts';
import { draftsOnDisk } from '../support/drafts-on-disk.ts';
import { expect, type Page } from './admin-test.ts';

export const title = (page: Page) => page.getByLabel('Title', { exact: true });

let made = 0;

export interface MadePost {
  id: number;
  slug: string;
  title: string;
  version: number;
}

/** Makes a live post of three paragraphs, or with other values, as the signed-in owner of the page. */
export async function makePost(
  page: Page,
  { text = 'One.\n\nTwo.\n\nThree.', title = '', published = true, publishedAt = '', tags = [] as string[] } = {},
): Promise<MadePost> {
  made += 1;
  const slug = `made-${process.pid}-${made}`;
  const fields = {
    title: title || `Made ${slug}`,
    slug,
    excerpt: 'E',
    content: text,
    categoryId: 2,
    readTime: 1,
    tags,
  };
  const answer = await page.request.post('/api/posts', {
    data: { ...fields, published, ...(publishedAt !== '' && { publishedAt }) },
  });
  expect(answer.status()).toBe(201);
  return (await answer.json()) as MadePost;
}

/** Makes a draft that is saved once for each text, as the signed-in owner of the page. */
export async function makeRevised(page: Page, [text, ...later]: readonly string[]): Promise<MadePost> {
  let post = await makePost(page, { text, published: false });
  for (const content of later) {
    const answer = await page.request.put(`/api/posts/${post.id}`, { data: { content, version: post.version } });
    expect(answer.status()).toBe(200);
    post = (await answer.json()) as MadePost;
  }
  return post;
}

/** Returns the post's text as the server has it. */
export async function storedContent(page: Page, id: number): Promise<string> {
  const answer = await page.request.get(`/api/posts/by-id/${id}`);
  return ((await answer.json()) as { content: string }).content;
}

/** Returns the post's earlier texts, newest first. */
export async function earlierContents(page: Page, id: number): Promise<string[]> {
  const answer = await page.request.get(`/api/posts/${id}/revisions`);
  return ((await answer.json()) as { content: string }[]).map((revision) => revision.content);
}

/** Replaces words of the text, as if somebody typed over them. */
export async function retype(page: Page, from: string, to: string): Promise<void> {
  await expect.poll(() => contentText(page)).toContain(from);
  await fillContent(page, (await contentText(page)).replace(from, to));
}

/** Opens the form of a post on a signed-in page. */
export async function edit(page: Page, id: number): Promise<void> {
  await page.goto(`/admin?edit=${id}`);
  await expect(page.getByRole('heading', { name: 'Edit Post' })).toBeVisible();
}

/** Waits until everything typed into the form is on this computer's disk. */
export async function kept(page: Page): Promise<void> {
  await expect(page.getByText(/Unsaved changes · (kept on this computer|synced)/)).toBeVisible();
  const typed = {
    title: await title(page).inputValue(),
    content: await contentText(page),
    metaTitle: await page.getByLabel('Meta Title').inputValue(),
  };
  const isKept = async () =>
    (await draftsOnDisk(page)).some(({ title, content, metaTitle }) =>
      isDeepStrictEqual({ title, content, metaTitle }, typed),
    );
  await expect.poll(isKept, { intervals: [50] }).toBe(true);
}
