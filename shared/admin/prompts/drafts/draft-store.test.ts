import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { getPostById } from '#shared/contract/posts/posts.ts';
import { deletePost, updatePost } from '#shared/contract/posts/posts-admin.ts';
import { listPromptTemplates } from '#shared/contract/prompts.ts';
import { stepRecord } from '#shared/workflow/run.ts';
import { stepAt } from '#shared/workflow/testing/step-at.ts';
import { type PromptsApp, startPromptsApp } from '#tests/ai-stub/prompts-app.ts';
import { loadDraft, unsavedDrafts } from '../../editor/index.ts';
import { reach, type TestDevice, type TestWindow, testForm, until } from '../testing/run-test-device.ts';

let ai: PromptsApp;
let device: TestDevice;
let window: TestWindow;
beforeAll(async () => {
  ai = await startPromptsApp();
});
afterAll(() => ai.close());
afterEach(async () => {
  ai.stub.reset();
  await window.store.close();
});

/** Opens a window whose step 8 has produced `output`. */
async function withStep8(output: string): Promise<void> {
  device = ai.newDevice();
  window = device.openWindow();
  window.store.actions.setForm(testForm);
  ai.stub.say(output);
  window.store.actions.runStep(stepAt(8));
  await until(device, () => stepRecord(window.store.getState().run, stepAt(8)).current !== null);
  await until(device, () => drafts().length > 0);
}
const drafts = () => window.store.getState().drafts;
const actions = () => window.store.actions;
const titles = () => window.notices.map(({ title }) => title);
const first = () => drafts()[0] ?? { draft: { id: '', title: '' }, postId: null, isPublished: false };

let posts = 0;
/** Returns two posts in the form that the prompt asks for, each time with new titles. */
function twoPosts(): string {
  posts += 1;
  return ['Tomatoes', 'Herbs']
    .map(
      (name, index) =>
        `---BLOG POST ${index + 1}---\nTitle: ${name} on a balcony, part ${posts}\nSlug: ${name.toLowerCase()}-${posts}\nExcerpt: How ${name} grow where there is little room, from the first pot to the first harvest.\nTags: fitness, ${name}\nContent:\nGrow ${name} in a pot.\n\n## Water\n\nWater it well.`,
    )
    .join('\n\n');
}

test('drafts of an answer are listed in its order, and mirrored under generatedDrafts', async () => {
  await withStep8(twoPosts());
  expect(drafts().map(({ draft }) => draft.title.split(' ')[0])).toEqual(['Tomatoes', 'Herbs']);
  await device.clock.pass(1500);
  const mirrored = JSON.parse(device.keys.get('generatedDrafts') ?? '[]') as { title: string }[];
  expect(mirrored.map(({ title }) => title.split(' ')[0])).toEqual(['Tomatoes', 'Herbs']);
});

test('they are no drafts of the post form: Create New Post stays empty', async () => {
  await withStep8(twoPosts());
  expect(await unsavedDrafts(device.disk)).toEqual([]);
});

test('they are there again after a reload; deleted ones stay deleted until the owner asks', async () => {
  await withStep8(twoPosts());
  await actions().deleteDraft(first().draft.id);
  expect(titles()).toContain('Draft Deleted');
  window.kill();
  window = device.openWindow();
  await reach(device, window, 'idle');
  expect(drafts()).toHaveLength(1);
  await actions().parseWritten();
  expect(drafts()).toHaveLength(2);
  expect(window.notices.at(-1)).toMatchObject({ title: 'Blog Posts Parsed!' });
  await actions().deleteDrafts(drafts().map(({ draft }) => draft.id));
  expect(drafts()).toEqual([]);
});

test('an output that cannot be read is one draft; asked for once more it is said so', async () => {
  await withStep8('Some thoughts on balconies, in one paragraph and no shape at all.');
  expect(drafts()).toHaveLength(1);
  await actions().parseWritten();
  expect(window.notices.at(-1)).toMatchObject({
    title: 'Parsing Failed',
    description: 'Could not parse blog posts from Step 8 output.',
  });
});

test('Edit Post opens a form draft with published, featured and category 2; opened again, what was typed is there', async () => {
  await withStep8(twoPosts());
  await actions().editDraft(first().draft.id);
  const [listed] = await unsavedDrafts(device.disk);
  const form = await loadDraft(device.disk, listed?.id ?? '');
  expect(window.goneTo).toEqual([{ kind: 'draft', id: form.id }]);
  expect(form.field('productApp')).toBe(testForm.productApp);
  expect(form.text('title')).toBe(first().draft.title);
  // Every word of the text comes from the step.
  const length = form.text('content').length;
  expect(form.provenance('content')).toMatchObject({
    sources: [{ step: stepAt(8) }],
    ranges: [[0, length, 0]],
  });
  // No publication date is set: the owner publishes the post when they are ready.
  expect(form.field('publishedAt') ?? null).toBeNull();
  await actions().editDraft(first().draft.id);
  expect(await unsavedDrafts(device.disk)).toHaveLength(1);
});

test('a draft is published by its words: fitness is category 5; a taken slug gets -2', async () => {
  const output = twoPosts();
  await withStep8(output);
  await ai.app.post({ slug: `tomatoes-${posts}` });
  await actions().publishDraft(first().draft.id);
  expect(titles()).toContain('Blog Post Published!');
  const { postId } = first();
  const post = await ai.client.call(getPostById, { params: { id: postId ?? 0 } });
  expect(post).toMatchObject({ slug: `tomatoes-${posts}-2`, published: true, productApp: testForm.productApp });
  expect(post.provenance).toMatchObject({ sources: [{ step: stepAt(8) }], ranges: [[0, post.content.length, 0]] });
  expect(post.category.id).toBe(5);
  expect(post.publishedAt).not.toBeNull();
  // The draft is published: pressing again does not publish it twice.
  await actions().publishDraft(first().draft.id);
  expect(first().postId).toBe(postId);
});

test('a post keeps the version of the prompt that asked for its words, also where they were written anew', async () => {
  device = ai.newDevice();
  window = device.openWindow();
  await reach(device, window, 'idle');
  await actions().savePrompt(stepAt(8), `Write two posts, ${crypto.randomUUID()}.`);
  window.store.actions.setForm(testForm);
  ai.stub.say(twoPosts());
  window.store.actions.runStep(stepAt(8));
  await until(device, () => drafts().length > 0);
  const templates = await ai.client.call(listPromptTemplates);
  const version = templates.find(({ step }) => step === stepAt(8))?.version ?? 0;
  expect(version).toBeGreaterThan(0);
  const versionOf = async (id: string) => {
    await actions().publishDraft(id);
    const card = drafts().find(({ draft }) => draft.id === id);
    const { provenance } = await ai.client.call(getPostById, { params: { id: card?.postId ?? 0 } });
    return provenance?.sources.map(({ promptVersion }) => promptVersion);
  };
  const [one, two] = drafts().map(({ draft }) => draft.id);
  expect(await versionOf(one ?? '')).toEqual([version]);
  // A draft that is regenerated still names the prompt that was sent, whatever prompt the step has by then.
  await actions().savePrompt(stepAt(8), 'Write two others.');
  ai.stub.say('Title: Another one\nContent:\nAll new words.');
  await actions().regenerateDraft(two ?? '');
  expect(await versionOf(two ?? '')).toEqual([version]);
  await actions().resetPrompt(stepAt(8));
});

test('a draft knows the post it has become: saved from the form, taken off the site, and published again', async () => {
  await withStep8(twoPosts());
  const { id } = first().draft;
  await actions().editDraft(id);
  const [to] = window.goneTo;
  const documentId = to?.kind === 'draft' ? to.id : '';
  const postId = await ai.app.post({ slug: `known-${posts}`, published: true });
  const { version } = await ai.client.call(getPostById, { params: { id: postId } });
  const saved = { documentId, postId, version, title: 'Known', isAutomatic: true };
  window.store.saved({ ...saved, isPublished: true });
  await until(device, () => first().postId === postId);
  expect(first()).toMatchObject({ postId, isPublished: true });
  expect(drafts()[1]).toMatchObject({ postId: null, isPublished: false });
  await actions().undoPublish();
  expect(titles()).toContain('Taken off the site');
  expect(first()).toMatchObject({ postId, isPublished: false });
  expect(await ai.client.call(getPostById, { params: { id: postId } })).toMatchObject({ published: false });
  await actions().editDraft(id);
  expect(window.goneTo.at(-1)).toEqual({ kind: 'post', id: postId });

  window.kill();
  window = device.openWindow();
  await reach(device, window, 'idle');
  expect(first()).toMatchObject({ postId, isPublished: false });
  // The form of the post itself publishes the post again.
  window.store.saved({ ...saved, documentId: `draft:post-${postId}`, isPublished: true, isAutomatic: false });
  await until(device, () => first().isPublished);
  expect(window.store.getState().published).toBeNull();
});

test('what was published from its card can be taken back for ten seconds, as what a run has published', async () => {
  await withStep8(twoPosts());
  const { id, title } = first().draft;
  await actions().publishDraft(id);
  const postId = first().postId ?? 0;
  const isLive = async () => (await ai.client.call(getPostById, { params: { id: postId } })).published;
  expect(window.store.getState().published).toMatchObject({ postId, title });
  expect(await isLive()).toBe(true);
  await actions().undoPublish();
  expect(titles()).toContain('Taken off the site');
  expect(await isLive()).toBe(false);
  expect(first()).toMatchObject({ postId, isPublished: false });
  expect(window.store.getState().published).toBeNull();

  const { draft } = drafts()[1] ?? first();
  await actions().publishDraft(draft.id);
  await device.clock.pass(9_900);
  expect(window.store.getState().published).toMatchObject({ title: draft.title });
  await device.clock.pass(200);
  expect(window.store.getState().published).toBeNull();
});

test('a draft whose publication had no answer is published once', async () => {
  await withStep8(twoPosts());
  const { id, title } = first().draft;
  device.loseAnswers = true;
  await actions().publishDraft(id);
  expect(titles()).toContain('Publishing Failed');
  device.loseAnswers = false;
  await actions().publishDraft(id);
  const { n } = ai.app.database.sqlite.prepare('select count(*) as n from blog_posts where title = ?').get(title) as {
    n: number;
  };
  expect(n).toBe(1);
});

test('what is red in a draft is asked about before it is published, and counted on its card', async () => {
  await withStep8(twoPosts().replace('Water it well.', 'TODO: how much water.'));
  const { id } = first().draft;
  const published = () => titles().filter((title) => title === 'Blog Post Published!').length;
  // No form is open that could ask the owner.
  await actions().publishDraft(id);
  expect([published(), first().postId]).toEqual([0, null]);
  expect(drafts()[0]).toMatchObject({ busy: null, judged: { red: 1 } });
  expect(drafts()[0]?.judged?.yellow).toBeGreaterThan(0);
  expect(drafts()[1]?.judged).toBeNull();

  const asked: string[] = [];
  let answer = false;
  const stop = window.store.onAskToPublish(async (red) => {
    asked.push(...red.map(({ check }) => check));
    return answer;
  });
  await actions().publishDraft(id);
  expect([asked, published(), first().postId]).toEqual([['leftover'], 0, null]);
  answer = true;
  await actions().publishDraft(id);
  expect([asked.length, published()]).toEqual([2, 1]);
  expect(first().postId).not.toBeNull();
  // The notice also counts the findings that are not red.
  expect(window.notices.at(-1)?.description).toMatch(/ To look at in it: \d+\.$/);
  // A draft without anything red asks nothing.
  await actions().publishDraft(drafts()[1]?.draft.id ?? '');
  expect([asked.length, published()]).toEqual([2, 2]);
  stop();
});

test('a draft is written anew in its place, and keeps its picture', async () => {
  await withStep8(twoPosts());
  const { id } = first().draft;
  await actions().setDraftImage(id, '/uploads/a.jpg');
  ai.stub.say('Title: Another one\nContent:\nAll new words.');
  await actions().regenerateDraft(id);
  expect(titles()).toContain('Draft Regenerated!');
  expect(first().draft).toMatchObject({ id, title: 'Another one', featuredImage: '/uploads/a.jpg' });
});

test('a draft that was counted and is written anew is judged again, as soon as the server is reached', async () => {
  await withStep8(twoPosts().replace('Water it well.', 'TODO: how much water.'));
  const { id } = first().draft;
  // No form is open that could ask the owner: the findings are counted, and the draft stays a draft.
  await actions().publishDraft(id);
  expect(drafts()[0]).toMatchObject({ judged: { red: 1 }, isUnjudged: false });
  ai.stub.say('Title: Another one\nContent:\nAll new words.');
  await actions().regenerateDraft(id);
  expect(drafts().map(({ isUnjudged }) => isUnjudged)).toEqual([true, false]);
  device.isOnline = false;
  await actions().judgeDrafts();
  expect(drafts()[0]).toMatchObject({ judged: null, isUnjudged: true });
  device.isOnline = true;
  await actions().judgeDrafts();
  expect(drafts()[0]).toMatchObject({ judged: { red: 0 }, isUnjudged: false });
});

test('what a draft was before it was written anew is kept, and can be taken back', async () => {
  await withStep8(twoPosts());
  const { draft } = first();
  ai.stub.say('Title: Another one\nContent:\nAll new words.');
  await actions().regenerateDraft(draft.id);
  const [earlier] = drafts()[0]?.earlier ?? [];
  expect(earlier?.draft).toEqual(draft);
  await actions().takeEarlierDraft(draft.id, earlier?.replacedAt ?? 0);
  expect(first().draft).toEqual(draft);
  expect(drafts()[0]?.earlier.map((each) => each.draft.title)).toEqual(['Another one']);
});

test.each([
  ['cut off', 'length', /^The answer was cut off at its length limit\. The draft stays as it was/],
  ['a refusal in words', null, /^The model refused to write this draft/],
] as const)(
  'a draft written anew that is %s does not take the place of the one that is whole',
  async (_, fault, text) => {
    await withStep8(twoPosts());
    const { draft } = first();
    if (fault) ai.stub.plan(fault);
    else ai.stub.say("I'm sorry, but I can't help with that.");
    await actions().regenerateDraft(draft.id);
    expect(window.notices.at(-1)).toMatchObject({ title: 'Regeneration Failed', isError: true });
    expect(window.notices.at(-1)?.description).toMatch(text);
    expect(first().draft).toEqual(draft);
  },
);

test('a failed regeneration is told as one, and the draft stays', async () => {
  await withStep8(twoPosts());
  const { id, title } = first().draft;
  ai.stub.plan('unauthorized');
  await actions().regenerateDraft(id);
  expect(window.notices.at(-1)).toMatchObject({ title: 'Regeneration Failed', isError: true });
  expect(first().draft.title).toBe(title);
});

test('a picture is made, put on the draft, and the Posts tab is shown', async () => {
  await withStep8(twoPosts());
  const { id } = first().draft;
  await actions().makeDraftImage(id);
  expect(first().draft).toMatchObject({ featuredImage: expect.stringMatching(/^\/uploads\//) });
  expect(titles()).toContain('Image Generated!');
  expect(window.goneTo).toEqual([{ kind: 'posts' }]);
});

test('the picture of a draft that is a post is the post’s; taken away, it is so there unless the post has another', async () => {
  await withStep8(twoPosts());
  const { id } = first().draft;
  await actions().publishDraft(id);
  const params = { id: first().postId ?? 0 };
  const picture = async () => (await ai.client.call(getPostById, { params })).featuredImage;
  await actions().makeDraftImage(id);
  expect(await picture()).toMatch(/^\/uploads\//);
  expect(await picture()).toBe(drafts()[0]?.draft.featuredImage);
  await actions().setDraftImage(id, '');
  expect([drafts()[0]?.draft.featuredImage, await picture()]).toEqual([undefined, null]);

  await actions().setDraftImage(id, '/uploads/the-drafts.jpg');
  const { version } = await ai.client.call(getPostById, { params });
  await ai.client.call(updatePost, { params, body: { featuredImage: '/uploads/another.jpg', version } });
  await actions().setDraftImage(id, '');
  expect(await picture()).toBe('/uploads/another.jpg');
});

test('a picture whose post is gone stays on the draft, and that is said', async () => {
  await withStep8(twoPosts());
  const { id } = first().draft;
  await actions().publishDraft(id);
  await ai.client.call(deletePost, { params: { id: first().postId ?? 0 } });
  await actions().makeDraftImage(id);
  expect(drafts()[0]?.draft.featuredImage).toMatch(/^\/uploads\//);
  expect(titles()).toContain('Image Generated!');
  expect(window.notices.at(-1)?.description).toMatch(/^The post of this draft keeps the picture it had\. /);
});

test('an image model that is not ready says so, and two seconds later that it is almost ready', async () => {
  await withStep8(twoPosts());
  ai.stub.plan('forbidden');
  await actions().makeDraftImage(first().draft.id);
  expect(window.notices.at(-1)?.title).toBe('Image Generation Failed');
  await device.clock.pass(1900);
  expect(window.notices.at(-1)?.title).toBe('Image Generation Failed');
  await device.clock.pass(200);
  expect(window.notices.at(-1)).toMatchObject({ title: 'Almost Ready!', isError: true });
});

test('what someone else writes under the key is taken in at load as an edit', async () => {
  await withStep8(twoPosts());
  await device.clock.pass(1500);
  window.kill();
  const list = JSON.parse(device.keys.get('generatedDrafts') ?? '[]') as { id: string; title: string }[];
  device.keys.set('generatedDrafts', JSON.stringify([{ ...list[0], title: 'Changed by hand' }]));
  window = device.openWindow();
  await reach(device, window, 'idle');
  await until(device, () => drafts().length === 1);
  expect(first().draft.title).toBe('Changed by hand');
});
