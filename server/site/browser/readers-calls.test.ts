import { expect, test } from 'vitest';
import { endpoints } from '#shared/contract/index.ts';
import { pick } from '#shared/kernel/record-of.ts';
import { postPage, summary } from '../pages/page-fixtures.ts';
import type { ListedPost, ShownPost } from '../site-data.ts';
import { readersCalls } from './readers-calls.ts';

const image = { width: 1200, height: 630, srcset: '/uploads/a.webp 1200w' };
const category = { ...summary.category, postCount: 3 };
const tag = { id: 1, name: 'Tea', slug: 'tea' };
const look = pick(summary.category, ['id', 'slug', 'name', 'color', 'icon']);
const listed: ListedPost = {
  ...pick(summary, [
    'id',
    'slug',
    'title',
    'excerpt',
    'featuredImage',
    'featuredImageAlt',
    'featuredImageFocus',
    'readTime',
    'publishedAt',
  ]),
  image,
  category: look,
  author: { name: summary.author.name },
};
const { content: _content, version: _version, deletedAt: _deletedAt, featured: _featured, ...rest } = postPage;
const shown: ShownPost = { ...rest, image };

/** An answer of the server, and the part of it that a reader is shown. */
const samples: Partial<Record<keyof typeof readersCalls, { answer: unknown; shown: unknown }>> = {
  listCategories: { answer: [category], shown: [category] },
  getCategory: { answer: category, shown: category },
  getTag: { answer: { ...tag, postCount: 3 }, shown: { ...tag, postCount: 3 } },
  getAuthor: { answer: { ...postPage.author, postCount: 3 }, shown: { ...postPage.author, postCount: 3 } },
  listAuthors: { answer: [postPage.author], shown: [pick(postPage.author, ['id', 'name', 'slug', 'avatar'])] },
  getArchive: { answer: [{ month: '2025-07', posts: 3 }], shown: [{ month: '2025-07', posts: 3 }] },
  listPosts: { answer: [{ ...summary, image }], shown: [listed] },
  getPost: { answer: { ...postPage, image }, shown },
  listRelatedPosts: { answer: [summary], shown: [{ ...listed, image: null }] },
  searchPosts: {
    answer: [{ ...summary, image, snippet: 'a <mark>word</mark>', markedTitle: '', meant: null }],
    shown: [{ ...listed, snippet: 'a', markedTitle: '<mark>Tea</mark>', meant: 'tea' }],
  },
};

/** The call of the contract that has this name. */
function contractOf(name: string) {
  const endpoint = endpoints.find((each) => each.name === name);
  return endpoint ?? expect.fail(`The contract has no ${name}`);
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The value with something else in one of its places: one variant for each place and each kind of value. */
function spoilt(value: unknown): unknown[] {
  const others = [null, undefined, 1, '2025-07-09T06:00:00.000Z', true, {}, []];
  if (typeof value !== 'object' || value === null) return others;
  const parts = Object.entries(value).flatMap(([name, part]) =>
    spoilt(part).map((other) => (Array.isArray(value) ? value.with(Number(name), other) : { ...value, [name]: other })),
  );
  return [...others, ...parts];
}

/** The part as the server would send it, with the fields that no reader is shown. */
function whole(part: unknown, answer: unknown): unknown {
  if (Array.isArray(part) && Array.isArray(answer)) return part.map((item, index) => whole(item, answer[index]));
  if (!isRecord(part) || !isRecord(answer)) return part;
  const parts = Object.entries(part).map(([name, each]) => [name, whole(each, answer[name])]);
  return { ...answer, ...Object.fromEntries(parts) };
}

test.each(Object.keys(readersCalls) as (keyof typeof readersCalls)[])('%s is the call of the contract', (name) => {
  const { method, path, access, response } = contractOf(name);
  expect(readersCalls[name]).toMatchObject({ name, method, path, access });
  expect(readersCalls[name].response === undefined).toBe(response === undefined);
  expect(samples[name] === undefined).toBe(response === undefined);
});

test.each(Object.entries(samples))('%s: of what is shown the check takes what the schema takes', (name, sample) => {
  const takes = (parser: { parse(value: unknown): unknown } | undefined, value: unknown) => {
    try {
      parser?.parse(value);
      return true;
    } catch {
      return false;
    }
  };
  const values = [sample.shown, ...spoilt(sample.shown)].map((value) => whole(value, sample.answer));
  const bySchema = values.filter((value) => takes(contractOf(name).response, value));
  expect(bySchema).toContain(values[0]);
  const check = readersCalls[name as keyof typeof readersCalls].response;
  expect(values.filter((value) => takes(check, value))).toEqual(bySchema);
});
