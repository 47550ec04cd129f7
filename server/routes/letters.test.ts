import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { BodyInput } from '#shared/contract/endpoint.ts';
import { getLetterSettings, updateLetterSettings } from '#shared/contract/letters/letter-settings.ts';
import {
  changeLetter,
  createLetter,
  getLettersState,
  getPublicationLetter,
  holdPublicationLetter,
  listLetterTroubles,
  previewLetter,
  testLetter,
} from '#shared/contract/letters/letters.ts';
import { changePosts } from '#shared/contract/posts/many-posts.ts';
import { keepPendingChange, publishPendingChange } from '#shared/contract/posts/pending.ts';
import { getPost } from '#shared/contract/posts/posts.ts';
import { deletePost, saveDraft, undeletePost, updatePost } from '#shared/contract/posts/posts-admin.ts';
import { folderBlobs } from '../adapters/blobs/open-blobs.ts';
import { createPictureFiles } from '../adapters/picture-files.ts';
import { DAY, HOUR, NOW } from '../repositories/blog-fixture.ts';
import { suppressAddress } from '../repositories/subscribers/suppressed.ts';
import { importPosts } from '../services/import/import-posts.ts';
import { sourceOf, sourcePost } from '../services/imports/imports-fixture.ts';
import { createTestApp } from '../test-app.ts';
import { ask, refused } from '../test-call.ts';
import { fieldsOf } from '../test-mail-server.ts';
import { type LetterStage, SITE, startLetterStage } from './letters-fixture.ts';

let stage: LetterStage;
beforeEach(async () => {
  stage = await startLetterStage();
});
afterEach(() => stage.close());

const receivers = () => stage.server.mails.map(({ to }) => to).sort();
const looked = async <T>(read: () => T | Promise<T>): Promise<T> => {
  stage.look();
  return read();
};
/** Waits until no letter is under way any more. */
const settled = () =>
  expect.poll(() => looked(async () => (await stage.letters()).filter(({ endedAt }) => endedAt === null))).toEqual([]);

describe('a post’s first going live', () => {
  test('is sent to each who follows the site, its category, its author or one of its tags, once', async () => {
    await stage.subscribe('site@x.example', SITE, { kind: 'category', targetId: 1 });
    await stage.subscribe('category@x.example', { kind: 'category', targetId: 1 });
    await stage.subscribe('author@x.example', { kind: 'author', targetId: 1 });
    await stage.subscribe('tag@x.example', { kind: 'tag', targetId: 1 });
    await stage.subscribe('other@x.example', { kind: 'category', targetId: 2 });
    await stage.subscribe('nothing@x.example');
    await stage.publish({ title: 'First flush', tags: ['spring'] });
    await expect.poll(() => looked(receivers)).toHaveLength(4);
    await settled();
    expect(receivers()).toEqual(['author@x.example', 'category@x.example', 'site@x.example', 'tag@x.example']);
    expect(await stage.letters()).toMatchObject([
      { kind: 'post', subject: 'First flush', state: 'done', recipients: 4, sent: 4, failed: 0, perhapsTwice: 0 },
    ]);
    const mail = stage.server.mails.find(({ to }) => to === 'category@x.example');
    expect(fieldsOf(mail, 'From')).toEqual(['Tea <owner@blog.example>']);
    expect(fieldsOf(mail, 'Reply-To')).toEqual(['owner@blog.example']);
    expect(fieldsOf(mail, 'List-Unsubscribe-Post')).toEqual(['List-Unsubscribe=One-Click']);
    expect(fieldsOf(mail, 'Auto-Submitted')).toEqual(['auto-generated']);
    expect(fieldsOf(mail, 'List-Unsubscribe')[0]).toMatch(/^<http:\/\/site\.test\/subscription\/\w{32}\/unsubscribe>$/);
    expect(mail?.body).toContain('because you follow Technology on');
  });

  test('is not sent again after a change, an undelete, or a second publication', async () => {
    await stage.subscribe('a@x.example', SITE);
    const id = await stage.publish();
    await settled();
    const change = (body: object) => ask(stage.app.http, updatePost, { params: { id }, body, cookie: stage.cookie });
    const { body } = await change({ version: 1, title: 'Better' });
    const down = await change({ version: body.version, published: false });
    await change({ version: down.body.version, published: true });
    await ask(stage.app.http, deletePost, { params: { id }, cookie: stage.cookie });
    await ask(stage.app.http, undeletePost, { params: { id }, cookie: stage.cookie });
    await settled();
    expect(await stage.letters()).toHaveLength(1);
    expect(receivers()).toEqual(['a@x.example']);
  });

  test('of a post that is dated long ago, still to come or a draft sends nothing', async () => {
    await stage.subscribe('a@x.example', SITE);
    await stage.publish({ title: 'Long ago', publishedAt: new Date(NOW - 2 * DAY).toISOString() });
    await stage.publish({ title: 'To come', publishedAt: new Date(NOW + DAY).toISOString() });
    await stage.publish({ title: 'Draft', published: false });
    await stage.publish({ title: 'Marker' });
    await settled();
    expect((await stage.letters()).map(({ subject }) => subject)).toEqual(['Marker']);
  });

  test('of more than three at once is one letter that lists what each follows', async () => {
    await stage.subscribe('site@x.example', SITE);
    await stage.subscribe('second@x.example', { kind: 'category', targetId: 2 });
    const ids: number[] = [];
    for (const categoryId of [1, 1, 2, 1]) ids.push(await stage.publish({ published: false, categoryId }));
    const changes = [{ posts: ids.map((id) => ({ id })), set: { published: true } }];
    await ask(stage.app.http, changePosts, { body: { changes }, cookie: stage.cookie });
    await settled();
    expect(await stage.letters()).toMatchObject([{ kind: 'posts', subject: '4 new posts on Ninefold', sent: 2 }]);
    const links = (to: string) =>
      new Set(stage.server.mails.find((mail) => mail.to === to)?.body.match(/site\.test\/post\/post-\d+/g));
    expect([links('site@x.example').size, links('second@x.example').size]).toEqual([4, 1]);
  });

  test('is stopped by the owner’s word, before and while it waits', async () => {
    await stage.set({ waitMinutes: 10 });
    await stage.subscribe('a@x.example', SITE);
    const draft = await stage.publish({ published: false });
    const hold = (postId: number, isHeld: boolean) =>
      ask(stage.app.http, holdPublicationLetter, { params: { postId }, body: { isHeld }, cookie: stage.cookie });
    const publication = async (postId: number) =>
      (await ask(stage.app.http, getPublicationLetter, { query: { postId }, cookie: stage.cookie })).body;
    expect(await publication(draft)).toMatchObject({ willBeSent: true, recipients: 1, waitMinutes: 10 });
    await hold(draft, true);
    expect(await publication(draft)).toMatchObject({ willBeSent: false, isHeld: true, canBeSent: true });
    await ask(stage.app.http, updatePost, {
      ...{ params: { id: draft }, cookie: stage.cookie },
      body: { version: 1, published: true, publishedAt: new Date(NOW).toISOString() },
    });
    const waits = await stage.publish();
    await expect.poll(() => looked(stage.letters)).toMatchObject([{ state: 'waiting' }]);
    await hold(waits, true);
    expect(await stage.letters()).toMatchObject([{ state: 'cancelled' }]);
    expect(await publication(waits)).toMatchObject({ willBeSent: false, canBeSent: false });
    stage.app.clock.advance(HOUR);
    await settled();
    expect(receivers()).toEqual([]);
  });

  test('of a post that is taken down in time sends nothing', async () => {
    await stage.set({ waitMinutes: 10 });
    await stage.subscribe('a@x.example', SITE);
    const id = await stage.publish();
    await expect.poll(() => looked(stage.letters)).toMatchObject([{ state: 'waiting' }]);
    await ask(stage.app.http, deletePost, { params: { id }, cookie: stage.cookie });
    await expect
      .poll(() => looked(stage.letters))
      .toMatchObject([{ state: 'paused', reason: 'Its post was taken down.' }]);
  });

  test('of a post that was never stored is stopped with the save that makes it', async () => {
    await stage.subscribe('a@x.example', SITE);
    const held = await stage.publish({ title: 'Held', isLetterHeld: true });
    const { body: draft } = await ask(stage.app.http, saveDraft, {
      body: { title: 'Draft', isLetterHeld: true },
      cookie: stage.cookie,
    });
    for (const postId of [held, draft.id]) {
      const call = { query: { postId }, cookie: stage.cookie };
      expect((await ask(stage.app.http, getPublicationLetter, call)).body.isHeld).toBe(true);
    }
    // A save holds the letter only of a post that it makes: for a post that exists already, only the switch beside the
    // post counts.
    const { body: again } = await ask(stage.app.http, saveDraft, {
      body: { title: 'Other', id: await stage.publish({ published: false }), isLetterHeld: true },
      cookie: stage.cookie,
    });
    const call = { query: { postId: again.id }, cookie: stage.cookie };
    expect((await ask(stage.app.http, getPublicationLetter, call)).body.isHeld).toBe(false);
    await stage.publish({ title: 'Marker' });
    await settled();
    expect((await stage.letters()).map(({ subject }) => subject)).toEqual(['Marker']);
  });

  test('by its time is sent as that comes, and not before', async () => {
    await stage.subscribe('a@x.example', SITE);
    await stage.publish({ title: 'In an hour', publishedAt: new Date(NOW + HOUR).toISOString() });
    await stage.publish({ title: 'Before it' });
    await settled();
    expect(receivers()).toEqual(['a@x.example']);
    stage.app.clock.advance(HOUR);
    // Each write is followed by a search for due posts.
    await stage.publish({ published: false });
    await expect.poll(() => looked(receivers)).toEqual(['a@x.example', 'a@x.example']);
    await settled();
    expect((await stage.letters()).map(({ subject }) => subject)).toEqual(['In an hour', 'Before it']);
  });

  test('with a pending change is sent once, as the change has it; a change of what is live sends nothing', async () => {
    await stage.subscribe('a@x.example', SITE);
    const { http, clock, services } = stage.app;
    const { cookie } = stage;
    const dueAt = new Date(NOW + HOUR).toISOString();
    const id = await stage.publish({ title: 'As it was', publishedAt: dueAt });
    const keep = (body: BodyInput<typeof keepPendingChange>) =>
      ask(http, keepPendingChange, { params: { id }, body, cookie });
    await keep({ title: 'As it is', version: 1, dueAt });
    clock.advance(HOUR);
    expect(await services.pendingChanges.publishDue()).toBeNull();
    await expect.poll(() => looked(receivers)).toEqual(['a@x.example']);
    await settled();
    expect(stage.server.mails[0]?.body).toContain('As it is');
    await keep({ title: 'As it will be' });
    await ask(http, publishPendingChange, { params: { id }, cookie });
    await stage.publish({ title: 'Marker' });
    await settled();
    expect((await stage.letters()).map(({ subject }) => subject)).toEqual(['Marker', 'As it is']);
  });

  test('by an import sends nothing, whatever its date', async () => {
    await stage.subscribe('a@x.example', SITE);
    const { database, clock, services, folder, http } = stage.app;
    const report = await importPosts({
      ...{ db: database.db, clock, content: services.content, fallback: 'technology' },
      pictures: createPictureFiles(folderBlobs(folder)),
      source: sourceOf([sourcePost('imported', { date: NOW })]),
    });
    expect(report.created).toBe(1);
    const { body } = await ask(http, getPost, { params: { slug: 'imported' } });
    expect(body.publishedAt).toBe(new Date(NOW).toISOString());
    await stage.publish({ title: 'Marker' });
    await settled();
    // A second publication of the post sends no letter either.
    for (const published of [false, true])
      await ask(http, updatePost, { params: { id: body.id }, body: { published }, cookie: stage.cookie });
    await stage.publish({ title: 'Second marker' });
    await settled();
    expect((await stage.letters()).map(({ subject }) => subject)).toEqual(['Second marker', 'Marker']);
  });

  test('sends nothing where the sender is not set', async () => {
    await stage.subscribe('a@x.example', SITE);
    await stage.set({ postalAddress: '' });
    const id = await stage.publish();
    const query = { postId: id };
    expect((await ask(stage.app.http, getPublicationLetter, { query, cookie: stage.cookie })).body.canBeSent).toBe(
      false,
    );
    expect((await ask(stage.app.http, getLettersState, { cookie: stage.cookie })).body).toMatchObject({
      hasMailServer: true,
      missing: ['postalAddress'],
    });
    await stage.set({ postalAddress: 'Leaf Street' });
    await stage.publish({ title: 'Marker' });
    await settled();
    expect((await stage.letters()).map(({ subject }) => subject)).toEqual(['Marker']);
  });
});

describe('who may be written to', () => {
  test('is the number that is shown before: without those nothing may be sent to', async () => {
    await stage.subscribe('a@x.example', SITE);
    await stage.subscribe('Suppressed@x.example', SITE);
    await suppressAddress(stage.app.database.db, 'suppressed@x.example', 'complained', NOW);
    const { http } = stage.app;
    const { cookie } = stage;
    expect((await ask(http, getPublicationLetter, { query: { postId: 0 }, cookie })).body.recipients).toBe(1);
    const postIds = [await stage.publish()];
    for (const audience of [{ kind: 'all' as const }, { kind: 'followers' as const }]) {
      const preview = await ask(http, previewLetter, { body: { postIds, audience }, cookie });
      expect(preview.body.recipients).toBe(1);
    }
    expect((await ask(http, getLettersState, { cookie })).body.subscribers).toBe(1);
    await settled();
    expect(await stage.letters()).toMatchObject([{ recipients: 1, sent: 1, left: 0 }]);
    expect(receivers()).toEqual(['a@x.example']);
  });

  test('is looked at again right before each letter', async () => {
    await stage.set({ perMinute: 1 });
    const { db } = stage.app.database;
    await stage.subscribe('first@x.example', SITE);
    const leaves = await stage.subscribe('leaves@x.example', SITE);
    await stage.subscribe('suppressed@x.example', SITE);
    const erased = await stage.subscribe('erased@x.example', SITE);
    await stage.subscribe('last@x.example', SITE);
    await stage.publish();
    await expect.poll(() => looked(receivers)).toEqual(['first@x.example']);
    await db.updateTable('newsletter_subscribers').set({ subscribed: 0 }).where('id', '=', leaves).execute();
    await db.deleteFrom('newsletter_subscribers').where('id', '=', erased).execute();
    const { createHash } = await import('node:crypto');
    await db
      .insertInto('suppressed_addresses')
      .values({
        address_hash: createHash('sha256').update('suppressed@x.example').digest('hex'),
        reason: 'complained',
        created_at: new Date(NOW).toISOString(),
      })
      .execute();
    // Minutes pass until the letter is over: the first letter may be recorded only after the clock was moved on.
    await expect
      .poll(() => {
        stage.app.clock.advance(61_000);
        return looked(async () => (await stage.letters()).map(({ state }) => state));
      })
      .toEqual(['done']);
    expect(receivers()).toEqual(['first@x.example', 'last@x.example']);
    expect(await stage.letters()).toMatchObject([{ recipients: 4, sent: 2, left: 2 }]);
  });

  test('ends for an address that is refused twice', async () => {
    await stage.subscribe('gone@x.example', SITE);
    await stage.subscribe('here@x.example', SITE);
    stage.server.onRecipient = (address) =>
      address === 'gone@x.example' ? { code: 550, message: '5.1.1 No such user' } : null;
    for (let letter = 1; letter <= 3; letter += 1) {
      await stage.publish();
      await settled();
    }
    expect(await stage.letters()).toMatchObject([
      { recipients: 1, sent: 1 },
      { failed: 1, sent: 1 },
      { failed: 1, sent: 1 },
    ]);
    const [, , first] = await stage.letters();
    const troubles = await ask(stage.app.http, listLetterTroubles, {
      params: { id: first?.id ?? 0 },
      cookie: stage.cookie,
    });
    expect(troubles.body).toEqual([
      {
        ...{ email: 'gone@x.example', state: 'failed', perhapsTwice: false, nextTryAt: null },
        answer: expect.stringContaining('550'),
      },
    ]);
    expect(await stage.app.database.db.selectFrom('suppressed_addresses').select('reason').execute()).toEqual([
      { reason: 'bounced' },
    ]);
  });
});

describe('a letter by hand', () => {
  const draft = (postId: number, audience: object = { kind: 'all' }) => ({ postIds: [postId], audience });

  test('is looked at, tried on the owner, and sent once however often it is asked for', async () => {
    await stage.subscribe('tea@x.example', { kind: 'category', targetId: 2 });
    await stage.subscribe('site@x.example', SITE);
    await stage.set({ atPublication: false });
    const id = await stage.publish({ title: 'Oolong', content: 'Half way.' });
    const { http } = stage.app;
    const { cookie } = stage;
    const preview = await ask(http, previewLetter, { body: draft(id), cookie });
    expect(preview.body).toMatchObject({ subject: 'Oolong', recipients: 2, isCut: false });
    expect(preview.body.html).toContain('Half way.');
    const one = await ask(http, previewLetter, { body: draft(id, { kind: 'category', targetId: 2 }), cookie });
    expect(one.body.recipients).toBe(1);

    await ask(http, testLetter, { body: draft(id), cookie });
    expect(stage.server.mails).toMatchObject([{ to: 'owner@secret.example' }]);
    expect(fieldsOf(stage.server.mails[0], 'Subject')).toEqual(['[Test] Oolong']);
    expect(fieldsOf(stage.server.mails[0], 'List-Id')).toEqual([]);

    const body = { ...draft(id), key: '0195c8a2-7e5f-7c3a-9d51-3f2b8a6c1e04' };
    const first = await ask(http, createLetter, { body, cookie });
    const again = await ask(http, createLetter, { body, cookie });
    expect(again.body.id).toBe(first.body.id);
    await settled();
    expect(receivers()).toEqual(['owner@secret.example', 'site@x.example', 'tea@x.example']);
  });

  test('needs a post that readers see, and a sender', async () => {
    const { http } = stage.app;
    const { cookie } = stage;
    const hidden = await stage.publish({ published: false });
    const key = '0195c8a2-7e5f-7c3a-9d51-3f2b8a6c1e05';
    expect(await refused(http, previewLetter, { body: draft(hidden), cookie })).toMatchObject({
      code: 'post_not_found',
    });
    expect(await refused(http, createLetter, { body: { ...draft(9999), key }, cookie })).toMatchObject({ status: 404 });
    const id = await stage.publish();
    await stage.set({ senderName: '' });
    for (const call of [testLetter, createLetter])
      expect(await refused(http, call, { body: { ...draft(id), key }, cookie })).toMatchObject({
        code: 'letters_not_ready',
      });
  });

  test('that the mail server refuses as a test says why', async () => {
    const id = await stage.publish();
    stage.server.onText = () => ({ code: 554, message: 'Looks like spam' });
    const refusal = await refused(stage.app.http, testLetter, { body: draft(id), cookie: stage.cookie });
    expect(refusal).toMatchObject({ code: 'mail_refused', message: expect.stringContaining('Looks like spam') });
  });

  test('is paused, goes on, and what of it waits is cancelled', async () => {
    await stage.set({ perMinute: 1 });
    for (const name of ['a', 'b', 'c']) await stage.subscribe(`${name}@x.example`, SITE);
    await stage.publish();
    await expect.poll(() => looked(receivers)).toEqual(['a@x.example']);
    const [{ id } = { id: 0 }] = await stage.letters();
    const act = async (action: 'pause' | 'resume' | 'cancel') =>
      (await ask(stage.app.http, changeLetter, { params: { id }, body: { action }, cookie: stage.cookie })).body;
    expect(await act('pause')).toMatchObject({ state: 'paused', reason: null, sent: 1 });
    stage.app.clock.advance(2 * HOUR);
    await looked(receivers);
    expect(receivers()).toEqual(['a@x.example']);
    await act('resume');
    await expect.poll(() => looked(receivers)).toEqual(['a@x.example', 'b@x.example']);
    expect(await act('cancel')).toMatchObject({ state: 'cancelled', recipients: 3, sent: 2 });
    expect(await act('resume')).toMatchObject({ state: 'cancelled' });
    stage.app.clock.advance(2 * HOUR);
    await looked(receivers);
    expect(receivers()).toHaveLength(2);
  });
});

describe('a hostile title', () => {
  test('stays in its place', async () => {
    await stage.subscribe('a@x.example', SITE);
    await stage.publish({
      title: 'Tea\u0085Bcc: all@evil.example <script>alert(1)</script> {{unsubscribe}} =?utf-8?Q?=0D=0ABcc:_y?=',
      excerpt: '<!--items-->{{preferences}}',
      content: 'Text <img src=x onerror=alert(1)> {{topic}}',
    });
    await settled();
    const [mail] = stage.server.mails;
    expect(stage.server.mails).toHaveLength(1);
    expect(mail?.head.filter((line) => /^(bcc|cc|to):/i.test(line))).toEqual(['To: a@x.example']);
    expect(fieldsOf(mail, 'Subject')).toHaveLength(1);
    const body = mail?.body ?? '';
    expect(body.slice(body.indexOf('<!doctype'))).not.toMatch(/<script|onerror/);
    expect(body).toContain('{{unsubscribe}}');
    expect(body.match(/subscription\/f+\d+\/unsubscribe/g)?.length).toBe(2);
  });
});

describe('settings', () => {
  test('that are none are refused: a sender of two lines, no time zone, no day, no letter an hour', async () => {
    const { body: before } = await ask(stage.app.http, getLetterSettings, { cookie: stage.cookie });
    for (const body of [
      { senderName: 'Tea\r\nBcc: x' },
      { replyTo: 'owner@blog.example\r\nBcc: x@y.example' },
      { timeZone: 'Middle/Earth' },
      { digestDay: 7 },
      { perHour: 0 },
    ]) {
      await refused(stage.app.http, updateLetterSettings, { body, cookie: stage.cookie });
      const { body: kept } = await ask(stage.app.http, getLetterSettings, { cookie: stage.cookie });
      expect([body, kept]).toEqual([body, before]);
    }
  });

  test('without a mail server nothing is sent, and the owner is told', async () => {
    const app = await createTestApp();
    const cookie = await app.signIn();
    expect((await ask(app.http, getLettersState, { cookie })).body).toMatchObject({
      hasMailServer: false,
      missing: ['senderName', 'replyTo', 'postalAddress'],
    });
    await app.close();
  });
});
