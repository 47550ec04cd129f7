import { setTimeout as wait } from 'node:timers/promises';
import type { StoredPost } from '#shared/admin/editor/index.ts';
import { doOrWait, faultIn, sendQueue, waitingItems } from '#shared/admin/waiting/index.ts';
import { getPostById, listPosts } from '#shared/contract/posts/posts.ts';
import { createPost, updatePost } from '#shared/contract/posts/posts-admin.ts';
import { openStoredDraft, readValues } from '#shared/workspace/post-draft.ts';
import { seededRandom } from '#tests/load/vocabulary.ts';
import { askPatiently, PATIENCE_MS, PAUSE_MS } from './ask-patiently.ts';
import { createQueueDevice, type Network, type QueueDevice } from './queue-device.ts';

/** The seed from which, with its number, every history follows. */
export const SEED = 20261126;
const OPERATIONS = 14;
/** The largest number of milliseconds from an action of the owner to a kill. */
const KILL_WITHIN = 25;

/** The longest time, in milliseconds, that a slow server's answer takes. */
const ANSWER_WITHIN = 60;

/** The largest number of tries to send everything that waits to a server that answers. */
const MOST_TRIES = 10;

/** The server of a history; without `kill` it stays for all histories. */
export interface QueueServer {
  fetch(path: string, init: RequestInit): Promise<Response>;
  kill?(): Promise<void>;
}

export interface QueuePlan {
  readonly number: number;
}

/** The owner's actions, as far as the disk says that they were recorded. */
interface Asked {
  readonly slug: string;
  /** The marks that each save put into the text. */
  readonly marks: Set<string>;
  /** The number of all requests, each of which may raise the version once. */
  count: number;
}

export interface QueueResult {
  readonly kills: number;
  readonly serverKills: number;
  readonly asked: number;
  readonly faults: readonly string[];
}

export const planQueueKills = (count: number): QueuePlan[] =>
  Array.from({ length: count }, (_, index) => ({ number: index + 1 }));

/**
 * Makes, saves and switches posts while the network comes and goes and programs are killed; then everything is sent.
 */
export async function runQueueKill(server: QueueServer, { number }: QueuePlan): Promise<QueueResult> {
  const random = seededRandom(SEED + number);
  const device = createQueueDevice(answering(server, number), `h${number}-${Date.now().toString(36)}`);
  const history = createHistory(device, random, number);
  await history.begin();
  let kills = 0;
  let serverKills = 0;
  for (let step = 0; step < OPERATIONS; step += 1) {
    device.now += 1000;
    device.network = (['on', 'off', 'lossy'] as const satisfies Network[])[Math.floor(random() * 3)] ?? 'on';
    const doing = history.act(step);
    if (random() < 0.45) {
      await wait(random() * KILL_WITHIN);
      device.kill();
      kills += 1;
      if (server.kill && random() < 0.2) {
        await server.kill();
        serverKills += 1;
      }
    } else await doing;
    await history.note();
  }
  device.kill();
  device.network = 'on';
  await sendAll(device);
  return { kills, serverKills, asked: history.askedFor(), faults: await history.faults() };
}

/** In every second history the server is slow, so that forms are closed and opened before it has answered. */
function answering({ fetch }: QueueServer, number: number): QueueServer['fetch'] {
  if (number % 2 === 1) return fetch;
  const random = seededRandom(SEED - number);
  return async (path, init) => {
    const response = await fetch(path, init);
    await wait(random() * ANSWER_WITHIN);
    return response;
  };
}

/** Sends what waits until nothing does, or the server has answered and something still waits. */
async function sendAll(device: QueueDevice): Promise<void> {
  const started = performance.now();
  let tries = 0;
  while (tries < MOST_TRIES && performance.now() - started < PATIENCE_MS) {
    const { unanswered } = device;
    if ((await sendQueue(device.program().queue, () => undefined)) === 0) return;
    if (device.unanswered === unanswered) tries += 1;
    else await wait(PAUSE_MS);
  }
}

function createHistory(device: QueueDevice, random: () => number, number: number) {
  const posts: Asked[] = [];
  const known = new Map<string, StoredPost>();
  const faults: string[] = [];
  /** The current action, until it is known whether it was recorded. */
  let doing: { post: Asked; mark: string | null; isThrough: boolean } | null = null;
  const pick = () => posts[Math.floor(random() * posts.length)];

  /** Returns what the owner would see: the server's state if it is reached, otherwise what was seen last. */
  async function look(slug: string): Promise<StoredPost | null> {
    const { api, current } = device.program();
    try {
      const found = (await api.list(listPosts, { query: { slug } })).items[0];
      if (found) known.set(slug, await current(found.id));
    } catch {
      // The server cannot be reached.
    }
    return known.get(slug) ?? null;
  }

  async function create(step: number): Promise<void> {
    const slug = `queue-${number}-${step}-${Math.floor(random() * 1e9).toString(36)}`;
    const mark = `Mark${number}x${step}.`;
    const post: Asked = { slug, marks: new Set(), count: 0 };
    posts.push(post);
    const isDraft = random() < 0.3;
    doing = { post, mark, isThrough: false };
    const session = await device.program().open({ post: null });
    session.setValues({
      title: slug,
      slug,
      excerpt: 'E',
      content: mark,
      categoryId: 1,
      readTime: 1,
      published: !isDraft,
    });
    session.save(isDraft ? 'draft' : 'post');
    await session.close();
    doing.isThrough = true;
  }

  async function edit(post: Asked, step: number): Promise<void> {
    const stored = await look(post.slug);
    if (!stored) return;
    const mark = `Mark${number}x${step}.`;
    doing = { post, mark, isThrough: false };
    const session = await device.program().open({ post: stored });
    if (session.getState().save.kind === 'locked') {
      // Nothing can be typed into a locked form.
      faults.push(`${post.slug} is locked at step ${step}, and no other window has it`);
      await session.close();
      doing = null;
      return;
    }
    session.setText('content', `${session.getState().values.content}\n\n${mark}`);
    session.save(session.getState().values.published ? 'post' : 'draft');
    await session.close();
    doing.isThrough = true;
  }

  async function publish(post: Asked): Promise<void> {
    const stored = await look(post.slug);
    if (!stored) return;
    const { api, queue } = device.program();
    const { id, version, values } = stored;
    const fields = { published: !values.published };
    doing = { post, mark: null, isThrough: false };
    const action = { type: 'change', version, fields, before: { published: values.published } } as const;
    await doOrWait(queue, { postId: id, title: post.slug, action }, () =>
      api.call(updatePost, { params: { id }, body: { ...fields, version } }),
    ).catch(() => undefined);
    doing.isThrough = true;
  }

  /** Whether the action in progress when the program was killed is recorded, or done. */
  async function isNoted({ post, mark }: { post: Asked; mark: string | null }): Promise<boolean> {
    const items = await waitingItems({ store: device.disk });
    return items.some((item) =>
      item.type === 'save'
        ? mark !== null && item.save.pending.request.values.content.includes(mark)
        : mark === null && item.action.title === post.slug,
    );
  }

  return {
    async begin() {
      const { api } = device.program();
      const slug = `queue-${number}-first-${device.program().uniqueId()}`.toLowerCase();
      const body = { title: slug, slug, excerpt: 'E', content: 'First.', categoryId: 1, readTime: 1, published: true };
      const headers = { 'idempotency-key': slug };
      await askPatiently(() => api.call(createPost, { body, headers }));
      posts.push({ slug, marks: new Set(), count: 0 });
      await look(slug);
    },
    async act(step: number) {
      doing = null;
      const drawn = random();
      const post = pick();
      if (drawn < 0.25 || !post) await create(step);
      else if (drawn < 0.65) await edit(post, step);
      else if (drawn < 0.85) await publish(post);
      else await sendQueue(device.program().queue, () => undefined);
    },
    /** From here on, what the disk has of the last action counts. */
    async note() {
      if (doing === null) return;
      const { post, mark, isThrough } = doing;
      post.count += 1;
      // An action that was killed in the middle may have been done all the same, so its effect is not known.
      const isSure = isThrough || (await isNoted({ post, mark }));
      if (isSure && mark !== null) post.marks.add(mark);
      doing = null;
    },
    askedFor: () => posts.reduce((sum, { count }) => sum + count, 0),
    faults: async () => [...faults, ...(await faultsOf(device, posts))],
  };
}

async function faultsOf(device: QueueDevice, posts: readonly Asked[]): Promise<string[]> {
  const { api } = device.program();
  const faults: string[] = [];
  const waits = await waitingItems({ store: device.disk });
  const here = await Promise.all(
    (await device.disk.list('draft')).map(async (id) => readValues(openStoredDraft(id, await device.disk.load(id)))),
  );
  for (const { slug, marks, count } of posts) {
    const { items } = await askPatiently(() => api.list(listPosts, { query: { slug } }));
    if (items.length > 1) faults.push(`${slug} was made ${items.length} times`);
    const id = items[0]?.id;
    const post = id === undefined ? null : await askPatiently(() => api.call(getPostById, { params: { id } }));
    for (const mark of marks) {
      const isKept = waits.some((item) => item.type === 'save' && JSON.stringify(item.save.pending).includes(mark));
      const isHere = isKept || here.some(({ content }) => content.includes(mark));
      const times = (post?.content.split(mark).length ?? 1) - 1;
      if (times === 0 && !isHere) faults.push(`${slug} has lost ${mark}`);
      if (times > 1) faults.push(`${slug} has ${mark} ${times} times`);
    }
    if (post && post.version > count + 1) faults.push(`${slug} has version ${post.version} after ${count} saves`);
  }
  const refused = new Set<number | null>();
  for (const item of waits) {
    // No two posts here have the same slug: the save has met the post that it made itself.
    if (faultIn(item)?.code === 'slug_taken') faults.push(`${item.id} was sent twice`);
    // A refused action is left to the owner, and later actions on that post wait for that.
    if (faultIn(item) !== null) refused.add(item.postId);
    else if (!refused.has(item.postId))
      faults.push(`${item.type} of ${item.postId} still waits, though the server answers`);
  }
  return faults;
}

export const describeQueueKill = ({ number }: QueuePlan) => `posts made, saved and switched, seed ${SEED + number}`;
export const faultsOfQueue = (result: QueueResult) => [...result.faults];
