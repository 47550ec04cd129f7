import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makePost } from '#server/repositories/blog-fixture.ts';
import { openImportSite } from '#server/services/import/import-fixture.ts';
import { createTestApp, type TestApp } from '#server/test-app.ts';
import { ask } from '#server/test-call.ts';
import { duplicateOf } from '#shared/admin/posts/post-duplicate.ts';
import { postSchema } from '#shared/admin/posts/post-form/post-schema.ts';
import { createAuthor } from '#shared/contract/authors.ts';
import { judgePost } from '#shared/contract/judge.ts';
import { fieldsOfPost } from '#shared/contract/posts/fields-of-post.ts';
import { type Post, post as postAnswer } from '#shared/contract/posts/post.ts';
import type { PostFields } from '#shared/contract/posts/post-input.ts';
import { listPostRevisions, restorePostRevision } from '#shared/contract/posts/post-revisions.ts';
import { getPostById, listPosts } from '#shared/contract/posts/posts.ts';
import { createPost, saveDraft, updatePost } from '#shared/contract/posts/posts-admin.ts';
import { searchPosts } from '#shared/contract/search.ts';
import { readMarkdownFile, writeMarkdownFile } from '#shared/workspace/markdown-file.ts';
import { mergePost, resolvePost } from '#shared/workspace/merge-post.ts';
import {
  openStoredDraft,
  openWorkingCopy,
  readValues,
  workingCopyOf,
  writeValues,
} from '#shared/workspace/post-draft.ts';
import { newPostValues, type PostValues, valuesOfPost, withStoredValues } from '#shared/workspace/post-values.ts';
import {
  comparedTexts,
  type FormValueOf,
  fieldsWith,
  judgedHeads,
  type PostFieldName,
  plainTexts,
  postFieldNames,
  postFieldTable,
} from './post-field-table.ts';
import { pick, recordOf } from './record-of.ts';

// Follows every field of the table all the way: a field that is added is tested too.

type Saying = 1 | 2;
const text = (name: PostFieldName, saying: Saying) => `${name.toLowerCase()}${saying} said`;
const samples: { [Kind in keyof FormValueOf]: (name: PostFieldName, saying: Saying) => FormValueOf[Kind] } = {
  line: text,
  prose: text,
  markdown: text,
  slug: (name, saying) => `${name.toLowerCase()}-${saying}`,
  address: (name, saying) => `https://example.org/${name}/${saying}`,
  picture: (name, saying) => `https://example.org/${name}/${saying}.png`,
  // There are two choices; the first sample has the one that no form begins with.
  choice: (name, saying) => (name === 'categoryId' ? saying : 3 - saying),
  minutes: (_, saying) => 70 + saying,
  ordinal: (_, saying) => 30 + saying,
  switch: (_, saying) => saying === 1,
  date: (_, saying) => `202${saying}-02-03T04:05:06.007Z`,
  provenance: (_, saying) => ({
    sources: [{ model: `model-${saying}`, run: 'run:1', step: 'drafts', promptVersion: saying, help: null, at: null }],
    ranges: [[0, 6 + saying, 0]],
  }),
  tags: (name, saying) => [`${name}${saying}`, 'both'],
};

/** Makes a post in which every field says something, different in each of the two samples. */
function everyField(saying: Saying): PostValues & Required<PostFields> {
  const values = recordOf(postFieldNames, (name) => [name, samples[postFieldTable[name].kind](name, saying)]);
  return values as PostValues & Required<PostFields>;
}
const first = everyField(1);
const second = everyField(2);

test('the two samples differ in every field', () => {
  for (const name of postFieldNames) expect(second[name], name).not.toEqual(first[name]);
});

describe('over HTTP', () => {
  let app: TestApp;
  let cookie: string;
  let post: Post;
  beforeAll(async () => {
    app = await createTestApp();
    cookie = await app.signIn();
    await ask(app.http, createAuthor, { body: { name: 'Bea', email: 'bea@example.org' }, cookie });
    post = (await ask(app.http, createPost, { body: first, cookie })).body;
  });
  afterAll(() => app.close());

  test('what is created can be read: whole by itself, and in lists what the table says', async () => {
    expect(fieldsOfPost(post)).toEqual(first);
    const read = await ask(app.http, getPostById, { params: { id: post.id }, cookie });
    expect(fieldsOfPost(read.body)).toEqual(first);
    const [listed] = (await ask(app.http, listPosts)).body;
    for (const name of plainTexts) expect(Object.hasOwn(listed ?? {}, name), name).toBe(postFieldTable[name].isListed);
  });

  test.each(fieldsWith({ isSearched: true }))('the search finds a post by its %s', async (name) => {
    const { body } = await ask(app.http, searchPosts, { query: { q: `${name.toLowerCase()}1` } });
    expect(body.map(({ id }) => id)).toEqual([post.id]);
    // One letter is wrong: the search that forgives this knows the words of every text.
    const forgiven = await ask(app.http, searchPosts, { query: { q: `${name.toLowerCase()}x` } });
    expect(forgiven.body.map(({ id }) => id)).toEqual([post.id]);
  });

  test.each(judgedHeads)('before a post is published its %s is looked at', async (name) => {
    const body = { content: 'A text.', ...recordOf([name], (each) => [each, 'About {{brand}} and more']) };
    const { findings } = (await ask(app.http, judgePost, { params: { id: 0 }, body, cookie })).body;
    expect(findings).toContainEqual(expect.objectContaining({ check: 'leftover', field: name }));
  });

  test('what is saved is there, and a revision brings back what was there before', async () => {
    const made = { ...first, slug: 'revised' };
    const { body: before } = await ask(app.http, createPost, { body: made, cookie });
    const at = { params: { id: before.id }, cookie };
    const { body: saved } = await ask(app.http, updatePost, { ...at, body: { ...second, version: 1 } });
    expect(fieldsOfPost(saved)).toEqual(second);
    const { body: revisions } = await ask(app.http, listPostRevisions, at);
    expect(revisions).toMatchObject([pick(made, comparedTexts)]);
    const params = { id: before.id, revisionId: revisions[0]?.id ?? 0 };
    const { body: restored } = await ask(app.http, restorePostRevision, { params, cookie });
    // Whether and since when readers see a post does not belong to its text.
    const { published, publishedAt } = second;
    expect(fieldsOfPost(restored)).toEqual({ ...made, published, publishedAt });
  });

  test.each(plainTexts)('what a server answers that does not know %s yet can be read: it is empty', (name) => {
    const { [name]: _, ...older } = post;
    expect(postAnswer.parse(older)).toEqual({ ...post, [name]: null });
  });

  test('a duplicate says what the table says', async () => {
    const { body: copy } = await ask(app.http, saveDraft, { body: duplicateOf(post), cookie });
    const copied = { ...pick(first, fieldsWith({ isDuplicated: true })), title: `${first.title} (copy)` };
    expect(fieldsOfPost(copy)).toEqual({ ...copied, slug: 'title1-said-copy', published: false, publishedAt: null });
  });

  test('an answer of a program that does not know a plain text reads as one where it is empty', () => {
    const older = Object.fromEntries(
      Object.entries(post).filter(([name]) => !plainTexts.some((text) => text === name)),
    );
    const empty = recordOf(plainTexts, (name) => [name, '']);
    expect(valuesOfPost(older as Post)).toEqual({ ...first, ...empty });
  });
});

test('an import of an export makes the same post', async () => {
  const [here, there] = [await openImportSite(), await openImportSite()];
  for (const { db } of [here, there]) {
    await db.insertInto('authors').values({ name: 'Bea', slug: 'bea', email: 'bea@example.org' }).execute();
  }
  await makePost(here, first);
  await here.export();
  await there.import({ folder: path.join(here.root, 'out') });
  expect((await there.posts()).map(fieldsOfPost)).toEqual([first]);
  await here.close();
  await there.close();
});

test.each([first, second])('a Markdown file holds everything, what a post is filed under by its name', (post) => {
  const { name, text } = writeMarkdownFile(post, { category: 'technology', author: 'Bea' });
  const { values, filedUnder } = readMarkdownFile(name, text);
  const { categoryId, authorId } = newPostValues;
  // No line of the file says which words a model wrote.
  const { provenance } = newPostValues;
  expect({ ...newPostValues, ...values }).toEqual({ ...post, categoryId, authorId, provenance });
  expect(filedUnder).toEqual({ category: 'technology', author: 'Bea' });
});

test('a working copy keeps what it was made from and what was typed', () => {
  const copy = { postId: 5, baseVersion: 1, baseText: first };
  const typed = openWorkingCopy(copy);
  writeValues(typed, second);
  const again = openStoredDraft(typed.id, [typed.encode()]);
  expect(workingCopyOf(again)).toEqual(copy);
  expect(readValues(again)).toEqual(second);
});

test('a value of another kind is not taken from what is stored, whatever the field', () => {
  const wrong = recordOf(postFieldNames, (name) => [name, { [name]: 'another kind' }]);
  expect(withStoredValues(first, wrong)).toEqual(first);
});

describe.each(postFieldNames)('%s', (name) => {
  const changed: PostValues = { ...first, [name]: second[name] };

  test('is merged from either side', () => {
    expect(mergePost(first, changed, first)).toEqual({ kind: 'clean', values: changed });
    expect(mergePost(first, first, changed)).toEqual({ kind: 'clean', values: changed });
  });

  test('is asked about where both sides changed it, unless the table says otherwise', () => {
    const { merge } = postFieldTable[name];
    const neither = typeof first[name] === 'number' ? 9 : newPostValues[name];
    const result = mergePost({ ...first, [name]: neither }, first, changed);
    if (merge === 'unasked' || merge === 'with its text' || merge === 'entries' || typeof first[name] === 'boolean') {
      expect(result.kind).toBe('clean');
    } else {
      expect(resolvePost(result, 'mine')[name]).toEqual(first[name]);
      expect(resolvePost(result, 'theirs')[name]).toEqual(second[name]);
    }
  });

  test('has a rule of the form', () => {
    expect(postSchema.safeParse(changed)).toEqual({ success: true, data: changed });
  });
});
