import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Endpoint } from '#shared/contract/endpoint.ts';
import { getPostById, listPosts } from '#shared/contract/posts/posts.ts';
import { createPost, deletePost, saveDraft, updatePost } from '#shared/contract/posts/posts-admin.ts';
import {
  createShareLink,
  endShareLink,
  listShareLinks,
  MOST_SHARE_LINKS,
  previewPost,
} from '#shared/contract/posts/unpublished.ts';
import { createTestApp, type TestApp } from '../../test-app.ts';
import { ask as askOf, type CallInput, refused as refusedOf } from '../../test-call.ts';

let app: TestApp;
let cookie: string;
beforeEach(async () => {
  app = await createTestApp();
  cookie = await app.signIn();
});
afterEach(() => app.close());

const ask = async <E extends Endpoint>(endpoint: E, input: CallInput<E> = {}) =>
  (await askOf(app.http, endpoint, { cookie, ...input })).body;
const refused = async <E extends Endpoint>(endpoint: E, input: CallInput<E> = {}) =>
  (await refusedOf(app.http, endpoint, { cookie, ...input })).code;

const words = { excerpt: 'How to fold.', content: 'Take a sheet.', categoryId: 2, readTime: 5 };

const madeDraft = () => ask(saveDraft, { body: { ...words, title: 'Nine folds' } });
const open = (url: string, headers: Record<string, string> = {}) => app.http.inject({ url, headers });

test('whoever has a share link reads the post as it was last saved, which nobody else finds', async () => {
  const post = await madeDraft();
  const link = await ask(createShareLink, { params: { id: post.id } });
  const page = await open(link.path);
  expect(page.statusCode).toBe(200);
  expect(page.body).toContain('Take a sheet.');
  expect(page.body).toContain('This post is not published.');
  expect(page.body).not.toContain(`/admin?edit=${post.id}`);
  expect(page.body).toContain('name="robots" content="noindex, nofollow"');
  expect(page.headers['x-robots-tag']).toBe('noindex, nofollow');
  expect(page.headers['cache-control']).toBe('private, no-store');
  // Neither the reading nor the address of the page is measured.
  expect(page.body).toContain('"events":[],"analyticsId":null,"postId":null');

  const { version } = await ask(updatePost, {
    params: { id: post.id },
    body: { content: 'Take two sheets.', version: post.version },
  });
  expect(version).toBe(2);
  expect((await open(link.path)).body).toContain('Take two sheets.');
  for (const url of ['/rss.xml', '/sitemap.xml', '/llms.txt', '/', `/post/${post.slug}`]) {
    const { body } = await open(url);
    expect(body, url).not.toContain('Nine folds');
    expect(body).not.toContain(link.path);
  }
});

test('a link that was ended, was guessed, or leads to a post in the bin is not found', async () => {
  const { id } = await madeDraft();
  const params = { id };
  const first = await ask(createShareLink, { params });
  const second = await ask(createShareLink, { params });
  expect(await ask(listShareLinks, { params })).toEqual([
    { id: second.id, createdAt: second.createdAt },
    { id: first.id, createdAt: first.createdAt },
  ]);
  await ask(endShareLink, { params: { id, linkId: first.id } });
  expect(await refused(endShareLink, { params: { id, linkId: first.id } })).toBe('not_found');
  for (const path of [first.path, `${second.path.slice(0, -1)}-`, '/shared/x', `/shared/${'a'.repeat(1500)}`]) {
    const answer = await open(path);
    expect(answer.statusCode, path).toBe(404);
    expect(answer.headers['cache-control']).toBe('private, no-store');
  }
  expect((await open(second.path)).statusCode).toBe(200);
  await ask(deletePost, { params });
  expect((await open(second.path)).statusCode).toBe(404);
  expect(await refused(createShareLink, { params })).toBe('post_not_found');
  expect(await refused(listShareLinks, { params })).toBe('post_not_found');
});

test('guesses are limited, for each network', async () => {
  for (let guess = 0; guess < 60; guess++) await open(`/shared/${'g'.repeat(43)}`);
  expect((await open(`/shared/${'g'.repeat(43)}`)).statusCode).toBe(429);
  expect((await open('/about')).statusCode).toBe(200);
});

test('of the secret the hash alone is kept, and a post has so many links at the most', async () => {
  const { id } = await madeDraft();
  const { path } = await ask(createShareLink, { params: { id } });
  const rows = await app.database.db.selectFrom('share_links').selectAll().execute();
  expect(JSON.stringify(rows)).not.toContain(path.slice('/shared/'.length));
  for (let made = 1; made < MOST_SHARE_LINKS; made++) await ask(createShareLink, { params: { id } });
  expect(await refused(createShareLink, { params: { id } })).toBe('too_many_links');
});

test('once the post is live, its link leads to its page', async () => {
  const post = await ask(createPost, {
    body: { ...words, title: 'Nine folds', slug: 'nine-folds', published: true, featured: false },
  });
  const { path } = await ask(createShareLink, { params: { id: post.id } });
  const answer = await open(path);
  expect(answer.statusCode).toBe(302);
  expect(answer.headers.location).toBe('/post/nine-folds');
  expect(answer.headers['cache-control']).toBe('private, no-store');
});

test('what was typed is shown as the page it would be, and nothing of it is written', async () => {
  const post = await madeDraft();
  const before = await ask(getPostById, { params: { id: post.id } });
  const { path } = await ask(previewPost, {
    body: {
      ...words,
      id: post.id,
      title: 'Ten folds',
      content: '## Begin\n\nTake ten.',
      tags: ['paper', 'new tag'],
    },
  });
  const page = await open(path);
  expect(page.statusCode).toBe(200);
  expect(page.body).toContain('Ten folds');
  expect(page.body).toContain('<p>Take ten.</p>');
  expect(page.body).toContain('new tag');
  expect(page.body).toContain('Nothing of it was saved for this page.');
  expect(page.headers['x-robots-tag']).toBe('noindex, nofollow');
  expect(page.headers['cache-control']).toBe('private, no-store');
  expect(await ask(getPostById, { params: { id: post.id } })).toEqual(before);
  expect(await ask(listPosts, { query: {} })).toHaveLength(1);
});

test('a preview needs nothing to be filled, dangerous HTML stays out of it, and it ends', async () => {
  const { path } = await ask(previewPost, { body: { title: '', content: '<script>alert(1)</script>Words' } });
  const { body, statusCode } = await open(path);
  expect(statusCode).toBe(200);
  expect(body).toContain('Untitled');
  expect(body).not.toContain('<script>alert(1)');
  for (let made = 0; made < 20; made++) await ask(previewPost, { body: { title: 'More' } });
  expect((await open(path)).statusCode).toBe(404);
  const last = await ask(previewPost, { body: { title: 'Last' } });
  app.clock.advance(10 * 60_000);
  expect((await open(last.path)).statusCode).toBe(404);
  expect((await open('/preview/never-made')).statusCode).toBe(404);
});

test('nobody but the owner makes links or previews', async () => {
  const { id } = await madeDraft();
  expect(await refused(createShareLink, { params: { id }, cookie: undefined })).toBe('unauthorized');
  expect(await refused(previewPost, { body: { title: 'Mine' }, cookie: undefined })).toBe('unauthorized');
});
