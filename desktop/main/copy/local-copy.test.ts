import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { discardDraft, openNewDraft, writeValues } from '#shared/workspace/post-draft.ts';
import {
  type CopiedServer,
  type CopiedSite,
  openCopiedSite,
  startCopiedServer,
} from '#tests/desktop-main/copied-site.ts';
import { shareOf } from '#tests/share.ts';

const DAY = 86_400_000;
const PATIENCE = { interval: 10 };

let shared: CopiedServer;
let site: CopiedSite;
beforeAll(async () => {
  shared = await startCopiedServer();
});
afterAll(() => shared.server.close());
beforeEach(async () => {
  shared.empty();
  site = await openCopiedSite({ shared });
});
afterEach(() => site.close());

const at = (offset: number) => new Date(site.server.clock.now() + offset).toISOString();
const send = (method: string, address: string, body?: object) =>
  site.ask(address, {
    method,
    ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  });
const listed = (address: string) => (site.answer(address) as { title: string }[]).map(({ title }) => title);

/** Writes one post for every state that a post can be in. */
async function writePosts(): Promise<Record<'live' | 'draft' | 'later' | 'binned', number>> {
  const live = await site.server.post({ title: 'Crème brûlée', tags: ['Sweet', 'Fire'], featured: true });
  const draft = await site.server.post({ title: 'A draft', published: false, publishedAt: null, categoryId: 2 });
  const later = await site.server.post({ title: 'Later', publishedAt: at(2 * DAY), content: 'Of rye and brulee.' });
  const binned = await site.server.post({ title: 'In the bin' });
  await send('DELETE', `/api/posts/${binned}`);
  await send('PUT', `/api/posts/${live}/pending`, { title: 'Another title', dueAt: at(DAY) });
  return { live, draft, later, binned };
}

/** Ignores the order of categories: the calendar does not define one. */
function ordered(answer: unknown): unknown {
  if (typeof answer !== 'object' || answer === null || !('rhythm' in answer)) return answer;
  const rhythm = answer.rhythm as { categoryId: number }[];
  return { ...answer, rhythm: rhythm.toSorted((a, b) => a.categoryId - b.categoryId) };
}

test('what was never opened is answered as the server answers it: posts, lists, calendar', async () => {
  const { live, draft, later } = await writePosts();
  await site.settled();
  const span = `from=${encodeURIComponent(at(-10 * DAY))}&to=${encodeURIComponent(at(10 * DAY))}`;
  for (const address of [
    `/api/posts/by-id/${live}`,
    `/api/posts/by-id/${draft}`,
    `/api/posts/by-id/${later}`,
    `/api/posts/${live}/pending`,
    '/api/posts',
    '/api/posts?limit=2&page=1',
    '/api/posts?limit=2&page=2',
    ...['published', 'draft', 'scheduled', 'pending', 'deleted', 'proposed'].map(
      (status) => `/api/posts?status=${status}`,
    ),
    '/api/posts?featured=true',
    '/api/posts?pictured=true',
    '/api/posts?pictured=false',
    '/api/posts?published=false',
    '/api/posts?category=lifestyle',
    '/api/posts?tag=fire',
    '/api/posts?author=nobody',
    ...['title', 'updated', 'published', 'author', 'category', 'created'].flatMap((sort) => [
      `/api/posts?sort=${sort}`,
      `/api/posts?sort=${sort}&direction=asc`,
      `/api/posts?sort=${sort}&direction=desc`,
    ]),
    `/api/posts?period=${at(2 * DAY).slice(0, 7)}`,
    '/api/posts?q=br%C3%BBl%C3%A9e',
    '/api/posts?q=BRULEE&sort=title',
    '/api/posts?q=rye+wheat',
    `/api/calendar?${span}`,
    `/api/calendar?${span}&category=technology`,
    '/api/calendar/queue',
    '/api/calendar/queue?category=lifestyle',
  ]) {
    const response = await site.ask(address);
    expect([address, ordered(site.answer(address))]).toEqual([address, ordered(await response.json())]);
    const said = site.copy.answers.answer(new URL(address, 'app://ninefold'));
    if (response.headers.has('x-total-count')) {
      expect([address, said?.headers['x-total-count']]).toEqual([address, response.headers.get('x-total-count')]);
      expect([address, said?.headers.link !== undefined]).toEqual([address, response.headers.has('link')]);
    }
  }
});

test('a post is found at its address, and not what lies in the bin', async () => {
  const { live, binned } = await writePosts();
  await site.settled();
  const { slug } = site.answer(`/api/posts/by-id/${live}`) as { slug: string };
  expect(site.answer(`/api/posts/${slug}`)).toMatchObject({ id: live, previous: null });
  for (const address of [`/api/posts/by-id/${binned}`, '/api/posts/nothing-here', '/api/posts/by-id/x']) {
    expect([address, site.answer(address)]).toEqual([address, null]);
  }
});

test('the search looks at every text of a post, folds accents, and asks for all words', async () => {
  await site.server.post({
    title: 'One',
    subtitle: 'Ünder it',
    excerpt: 'Excerpted',
    tags: ['Tagged'],
    content: 'Übermäßig **worded**.',
  });
  await site.settled();
  for (const q of ['one', 'under', 'excerpted', 'tagged', 'ubermassig', 'ubermaß', 'worded', 'technology', 'worded un'])
    expect([q, listed(`/api/posts?q=${encodeURIComponent(q)}`)]).toEqual([q, q === 'ubermassig' ? [] : ['One']]);
  for (const q of ['one missing', '"', 'NOT', '***', 'a AND', ' ']) listed(`/api/posts?q=${encodeURIComponent(q)}`);
  expect(listed('/api/posts?q=one+missing')).toEqual([]);
});

test('what the page was told is in the copy before the server is asked for what is new', async () => {
  const id = await site.server.post({ title: 'Before' });
  await site.settled();
  const saved = await send('PUT', `/api/posts/${id}`, { title: 'Saved just now' });
  site.isReached = false;
  const { learner } = site.copy;
  expect(learner.isTelling('PUT', `/api/posts/${id}`)).toBe(true);
  learner.heard('PUT', `/api/posts/${id}`, new Uint8Array(await saved.arrayBuffer()));
  expect(site.answer(`/api/posts/by-id/${id}`)).toMatchObject({ title: 'Saved just now' });
  expect(listed('/api/posts?q=saved')).toEqual(['Saved just now']);
  learner.heard('DELETE', `/api/posts/${id}`, null);
  expect(listed('/api/posts')).toEqual([]);
  // The server never deleted the post, and its order has no news of it; the copy finds the post again all the same.
  site.isReached = true;
  await site.settled();
  await site.settled();
  expect(listed('/api/posts')).toEqual(['Saved just now']);
});

test('drafts of this computer are found by their words while they have them', async () => {
  const draft = openNewDraft('draft:new-1');
  writeValues(draft, { title: 'Über Nacht', content: 'Of sourdough.' });
  await site.documents.append({ id: draft.id, kind: 'draft' }, draft.encode());
  site.copy.noteDocument(draft.id);
  const found = (q: string) => site.copy.findDrafts(q);
  await expect.poll(() => found('uber sourd'), PATIENCE).toEqual([{ id: draft.id, title: 'Über Nacht', postId: null }]);
  writeValues(draft, { content: 'Of rye.' });
  await site.documents.append({ id: draft.id, kind: 'draft' }, draft.encode());
  site.copy.noteDocument(draft.id);
  await expect.poll(() => found('rye').length, PATIENCE).toBe(1);
  expect(found('sourdough')).toEqual([]);
  await site.restart();
  await expect.poll(() => found('rye').length, PATIENCE).toBe(1);
  discardDraft(draft, 1);
  await site.documents.append({ id: draft.id, kind: 'draft' }, draft.encode());
  site.copy.noteDocument(draft.id);
  await expect.poll(() => found('rye'), PATIENCE).toEqual([]);
});

test('drafts that were looked at before the server said which site it is are found all the same', async () => {
  await site.settled();
  site.isReached = false;
  site.copy.clear();
  const draft = openNewDraft('draft:new-1');
  writeValues(draft, { title: 'Written offline', content: 'Of sourdough.' });
  await site.documents.append({ id: draft.id, kind: 'draft' }, draft.encode());
  site.copy.noteDocument(draft.id);
  await expect.poll(() => site.copy.findDrafts('sourdough').length, PATIENCE).toBe(1);
  site.isReached = true;
  await site.settled();
  await expect.poll(() => site.copy.findDrafts('sourdough').length, PATIENCE).toBe(1);
});

describe('pictures', () => {
  const id = '0123456789abcdef01234567';
  const html = `<img src="/uploads/${id}.jpg" srcset="/uploads/${id}-480.webp 480w, /uploads/${id}-960.webp 960w, /uploads/${id}-1600.webp 1600w">`;
  const put = (name: string, bytes: number) => {
    mkdirSync(path.join(site.server.folder, 'uploads'), { recursive: true });
    writeFileSync(path.join(site.server.folder, 'uploads', name), Buffer.alloc(bytes, 1));
  };
  const show = (post: number, text: string) =>
    site.server.database.sqlite.prepare('update blog_posts set html = ? where id = ?').run(text, post);

  test('of posts come after the texts, one file of each, which stands in for its other widths', async () => {
    put(`${id}-960.webp`, 5000);
    show(await site.server.post({}), html);
    await site.settled();
    expect(site.copy.state().pictures).toEqual({ here: 1, of: 1, bytes: 8192 });
    expect(site.copy.pictures.find(`${id}-960.webp`)).toMatchObject({ type: 'image/webp', isOther: false });
    expect(site.copy.pictures.find(`${id}-480.webp`)).toMatchObject({ isOther: true });
    expect(site.copy.pictures.find('another.webp')).toBeNull();
  });

  const names = Array.from({ length: 8 }, (_, number) => `${number}${id.slice(1)}`);
  /** Makes a post that shows this picture, the given number of minutes after the first post. */
  async function showIn(name: string, minutes: number, bytes = 100_000): Promise<void> {
    put(`${name}-960.webp`, bytes);
    const post = await site.server.post({});
    show(post, html.replaceAll(id, name));
    const { sqlite } = site.server.database;
    sqlite.prepare('update blog_posts set created_at = ? where id = ?').run(at(minutes * 60_000), post);
  }
  const here = (all: string[]) => all.filter((name) => site.copy.pictures.hasPicture(`${name}-960.webp`));

  test('of the oldest posts go where the room is made smaller, whatever came first', async () => {
    site.copy.setLimit(900_000);
    for (const [minutes, name] of names.entries()) await showIn(name, minutes);
    await site.settled();
    expect(site.copy.state().pictures).toMatchObject({ here: 8, of: 8 });
    site.copy.setLimit(800_000);
    await site.settled();
    expect(here(names)).toEqual(names.slice(1));
    // A look at a picture does not matter: the newest post's picture stays, the oldest post's picture goes.
    site.copy.pictures.find(`${names[1]}-960.webp`);
    site.copy.setLimit(650_000);
    await site.settled();
    expect(here(names)).toEqual(names.slice(2));
    expect(site.copy.state().pictures).toMatchObject({ here: 6, of: 8 });
    expect(site.copy.state().pictures.bytes).toBeLessThanOrEqual(650_000);
  });

  test('of a new post take the room of the oldest once it is full, and that of an older post takes none', async () => {
    site.copy.setLimit(850_000);
    for (const [minutes, name] of names.entries()) await showIn(name, minutes);
    await site.settled();
    const [newest, oldest] = [`e${id.slice(1)}`, `f${id.slice(1)}`];
    await showIn(newest, 60);
    await showIn(oldest, -60);
    await site.settled();
    expect(here([...names, newest, oldest])).toEqual([...names.slice(1), newest]);
    // The pictures do not take turns: another pass changes nothing.
    await site.settled();
    expect(here([...names, newest, oldest])).toEqual([...names.slice(1), newest]);
    expect(site.copy.state().pictures).toMatchObject({ here: 8, of: 10 });
  });

  test('that no post shows go before those of posts, and never push one out', async () => {
    const unused = `d${id.slice(1)}`;
    const shown = { type: 'image/webp', body: new Uint8Array(100_000) };
    site.copy.setLimit(850_000);
    for (const [minutes, name] of names.slice(0, 7).entries()) await showIn(name, minutes);
    await site.settled();
    site.copy.pictures.keep(`${unused}-960.webp`, shown);
    expect(here([...names, unused])).toEqual([...names.slice(0, 7), unused]);
    await showIn(names[7] ?? '', 7);
    await site.settled();
    expect(here([...names, unused])).toEqual(names);
    site.copy.pictures.keep(`${unused}-960.webp`, shown);
    expect(here([...names, unused])).toEqual(names);
  });

  test('too large for the room keep none of the others out', async () => {
    site.copy.setLimit(850_000);
    await showIn(names[1] ?? '', 1, 200_000);
    await showIn(names[0] ?? '', 0);
    await site.settled();
    expect(here(names)).toEqual(names.slice(0, 1));
  });
});

describe('the list of pictures', () => {
  /** Inserts rows as uploads make them, every seventh in the bin. */
  function lay(count: number): void {
    const { sqlite } = site.server.database;
    const insert = sqlite.prepare(
      `insert into images (filename, original_filename, share_filename, width, height, size, title, alt, name, created_at, deleted_at)
       values (:file, :file, '', 1, 1, :size, :title, :alt, :name, :created, :deleted)`,
    );
    for (let number = 0; number < count; number += 1) {
      insert.run({
        file: `${String(number).padStart(24, '0')}.jpg`,
        size: (number * 37) % 1000,
        title: number % 3 === 0 ? `Über ${number}` : '',
        alt: number % 5 === 0 ? 'A boat' : '',
        name: number % 2 === 0 ? `Name ${(number * 7) % count}.png` : '',
        created: at(number * 1000),
        deleted: number % 7 === 0 ? at(-number * 1000) : null,
      });
    }
    const post = sqlite.prepare('select id from blog_posts limit 1').pluck().get();
    sqlite
      .prepare('insert into post_images (post_id, filename) values (?, ?)')
      .run(post, `${'1'.padStart(24, '0')}.jpg`);
  }

  test('is whole without the server, in every order and with every filter, as the server answers it', async () => {
    await site.server.post({ title: 'Shows one' });
    lay(230);
    await site.settled();
    const names = ['1', '3', '9'].map((number) => `${number.padStart(24, '0')}.jpg`).join(',');
    for (const query of [
      '',
      '?limit=60&page=1',
      '?limit=60&page=4',
      '?limit=60&page=9',
      ...['newest', 'oldest', 'name', 'largest'].map((order) => `?limit=60&page=2&order=${order}`),
      '?bin=true',
      '?bin=true&limit=20&page=2&order=largest',
      '?unused=true&limit=100&page=1',
      '?q=UBER&limit=60&page=1',
      '?q=boat+uber',
      '?q=shows+one',
      `?names=${names}`,
    ]) {
      const response = await site.ask(`/api/images${query}`);
      expect([query, site.answer(`/api/images${query}`)]).toEqual([query, await response.json()]);
      const said = site.copy.answers.answer(new URL(`/api/images${query}`, 'app://ninefold'));
      expect([query, said?.headers['x-total-count']]).toEqual([query, response.headers.get('x-total-count')]);
    }
    expect(site.answer('/api/images?cursor=x')).toBeNull();
  });
});

describe('most posts gone', () => {
  const purge = (ids: number[]) =>
    site.server.database.sqlite.prepare(`delete from blog_posts where id in (${ids.join(',')})`).run();
  let ids: number[];
  beforeEach(async () => {
    ids = [];
    for (let count = 0; count < 6; count += 1) ids.push(await site.server.post({ title: `Post ${count}` }));
    await site.settled();
  });

  test('a few go without a question', async () => {
    purge(ids.slice(0, 2));
    await site.settled();
    expect(site.copy.state()).toMatchObject({ deletions: null, posts: 4 });
  });

  test('are asked about, whether at once or in pieces, and go with the owner’s yes', async () => {
    purge(ids.slice(0, 3));
    await site.settled();
    expect(site.copy.state().posts).toBe(3);
    purge(ids.slice(3, 5));
    await site.settled();
    const { deletions, posts } = site.copy.state();
    expect([posts, deletions]).toMatchObject([3, { deleted: 2, of: 6 }]);
    site.copy.answerDeletions('another-question', 'delete');
    expect(site.copy.state().posts).toBe(3);
    site.copy.answerDeletions(deletions?.key ?? '', 'delete');
    expect(site.copy.state()).toMatchObject({ posts: 1, deletions: null });
  });

  test('stay with the owner’s no, also after the copy began anew', async () => {
    purge(ids);
    site.server.database.sqlite.exec("update post_changes set place = 'of another history'");
    await site.settled();
    await site.settled();
    const { deletions } = site.copy.state();
    expect(deletions).toMatchObject({ deleted: 6, of: 6 });
    site.copy.answerDeletions(deletions?.key ?? '', 'keep');
    await site.settled();
    expect(site.copy.state()).toMatchObject({ posts: 6, deletions: null });
  });
});

describe('a copy that cannot go on', () => {
  const folder = () => path.join(site.folder, 'copies');

  test('of another site takes nothing from it, and begins anew once the owner has said so', async () => {
    await site.server.post({ title: 'Mine' });
    await site.settled();
    site.siteId = 'another-site';
    await site.server.post({ title: 'Theirs' });
    await site.settled();
    expect(site.copy.state().problem).toContain('Another site answers');
    expect(listed('/api/posts')).toEqual(['Mine']);
  });

  const damages: [where: string, from: number, to: number][] = [
    ['in its header', 0, 200],
    ['in its middle', 8192, 60_000],
  ];
  test.each(shareOf(damages, 2))('because it is damaged %s is set aside and made anew', async (_where, from, to) => {
    for (let count = 0; count < 6; count += 1) await site.server.post({ content: 'word '.repeat(2000) });
    await site.settled();
    await site.copy.close();
    const file = path.join(folder(), 'one.sqlite');
    const bytes = readFileSync(file);
    writeFileSync(file, bytes.fill(0xa5, from, Math.min(to, bytes.length)));
    await site.restart();
    await expect.poll(() => readdirSync(folder()).some((name) => name.includes('.damaged-')), PATIENCE).toBe(true);
    await site.settled();
    await site.settled();
    expect(site.copy.state()).toMatchObject({ posts: 6, problem: null });
  });

  test('because a newer program wrote it is left as it is, and says so', async () => {
    await site.settled();
    await site.copy.close();
    const file = path.join(folder(), 'one.sqlite');
    const sqlite = new Database(file);
    sqlite.pragma('user_version = 99');
    sqlite.close();
    const before = readFileSync(file);
    await site.restart();
    expect(site.copy.state().problem).toContain('newer version of this app');
    expect(site.answer('/api/posts/by-id/1')).toBeNull();
    expect(readFileSync(file).equals(before)).toBe(true);
  });
});

test('an interrupted first copy goes on where it was, and a later one asks for what is new alone', async () => {
  for (let count = 0; count < 3; count += 1) await site.server.post({});
  await site.settled();
  await site.restart();
  await site.server.post({ title: 'New' });
  await site.settled();
  expect(site.copy.state()).toMatchObject({ posts: 4, left: 0, isWhole: true });
  expect(listed('/api/posts')[0]).toBe('New');
});

test('clearing leaves nothing of it on the disk, also of what was under way', async () => {
  await site.server.post({ title: 'MY SECRET DRAFT', published: false });
  site.copy.nudge();
  site.copy.clear();
  await site.settled();
  site.isReached = false;
  site.copy.clear();
  expect(site.copy.state()).toMatchObject({ posts: 0, isWhole: false });
  await site.copy.close();
  for (const name of readdirSync(path.join(site.folder, 'copies'))) {
    const file = path.join(site.folder, 'copies', name);
    if (existsSync(file)) expect(readFileSync(file, 'latin1')).not.toContain('SECRET');
  }
  await site.restart();
});
