import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import sharp from 'sharp';
import { listBackups, runBackup } from '#shared/contract/backups.ts';
import { uploadImage } from '#shared/contract/images.ts';
import { changePosts } from '#shared/contract/posts/many-posts.ts';
import type { PostFields } from '#shared/contract/posts/post-input.ts';
import { listPostRevisions } from '#shared/contract/posts/post-revisions.ts';
import { createPost, saveDraft, updatePost } from '#shared/contract/posts/posts-admin.ts';
import { login } from '#shared/contract/session.ts';
import { listTags, updateTag } from '#shared/contract/tags.ts';
import { type Owner, pictureForm } from '#tests/faults/owner.ts';
import { createPostMaker } from './make-posts.ts';
import { measurePush } from './parts/workspace.ts';
import { runCommand } from './run-command.ts';
import { makeVocabulary } from './vocabulary.ts';

/** A call that costs the server much work. */
export interface HeavyCall {
  what: string;
  /** Whether the call is made only once, because it takes minutes. */
  isOnce?: boolean;
  /** Whether the call saves a post of more than 200,000 characters. */
  isLongText?: boolean;
  /** Makes the call and checks the answers; `time` counts from 0. */
  run(time: number): Promise<void>;
}

export interface HeavyCallOptions {
  owner: Owner;
  /** The server's data folder. */
  folder: string;
  address: string;
}

/** The number of characters that a post may have (`shared/kernel/post-field-table.ts`). */
const LONGEST_POST = 1_000_000;
/** The length of a post that is long, but saved as quickly as any other. */
const LONG_POST = 200_000;
const PASSWORDS = 20;
const IMPORTED = 200;

/** Markdown that is expensive for its length, each part repeated as often as it fits. */
const HOSTILE: Record<string, string> = {
  prose: 'Rye is a grain, and bread takes time. ',
  emphasis: '*a **b** ',
  links: '[a](/b) ',
  'links that never end': '[a](/b ',
  'code marks': '`a',
  quotes: `${'> '.repeat(20)}a\n\n`,
  lists: '- a\n  - b\n    - c\n',
  paragraphs: 'a\n\n',
  tables: '|a|b|c|\n|-|-|-|\n|a|b|c|\n\n',
  HTML: '<b><i>a</i></b> ',
  'HTML that never ends': '<a href="',
  definitions: '[a]: /b\n\n[a]\n\n',
  headings: '# a\n',
  marks: '&amp;\\*_~',
};

/** Returns everything that could hold the event loop, in the order in which it is done. */
export function heavyCalls({ owner, folder, address }: HeavyCallOptions): HeavyCall[] {
  const headers = { 'content-type': 'application/json' };
  const send = async (at: string, body: unknown, statuses: readonly number[]) =>
    expectStatus(await owner.fetch(at, { method: 'POST', headers, body: JSON.stringify(body) }), statuses);
  const vocabulary = makeVocabulary();
  const [common = '', second = '', third = ''] = vocabulary;
  const queries = [common, `${common} ${second} ${third}`, 'a', 'qqqqqqqq', '"'.repeat(200), `${common} `.repeat(40)];

  const markdownOf = (length: number): HeavyCall => ({
    what: `Markdown of every dear kind, ${length.toLocaleString('en-US')} characters each`,
    async run(time) {
      for (const [kind, part] of Object.entries(HOSTILE)) {
        const content = part.repeat(Math.floor(length / part.length));
        await send(saveDraft.path, { title: `${length} of ${kind} ${time}`, content }, [200, 422]);
      }
    },
  });
  const upload = async (bytes: Buffer, status: number) =>
    expectStatus(await owner.fetch(uploadImage.path, { method: 'POST', body: pictureForm(bytes) }), [status]);
  let longest = 0;
  const saveLongest = async (body: Partial<PostFields>) => {
    await owner.client.call(updatePost, { params: { id: longest }, body });
  };

  return [
    {
      what: 'searches, whatever is asked for',
      async run() {
        const addresses = queries.flatMap((query) =>
          ['/api/search', '/search'].map((at) => `${at}?q=${encodeURIComponent(query)}`),
        );
        await Promise.all(addresses.map(async (at) => expectStatus(await owner.fetch(at), [200, 422])));
      },
    },
    {
      what: 'pictures: 35 million pixels, half a file, 9 MB of none',
      async run(time) {
        const background = { r: time, g: 90, b: 60 };
        const whole = await sharp({ create: { width: 7000, height: 5000, channels: 3, background } })
          .jpeg()
          .toBuffer();
        await upload(whole, 201);
        await upload(whole.subarray(0, whole.length / 2), 422);
        await upload(Buffer.alloc(9_000_000, 'x'), 422);
      },
    },
    markdownOf(1900),
    markdownOf(20_000),
    {
      what: `${PASSWORDS} passwords at once`,
      async run(time) {
        const attempt = (number: number) => ({ email: `stranger-${time}-${number}@example.org`, password: 'not mine' });
        await Promise.all(Array.from({ length: PASSWORDS }, (_, number) => send(login.path, attempt(number), [401])));
      },
    },
    {
      what: 'a post of 200,000 characters, made, and another text saved',
      async run(time) {
        const body = { ...postFields, slug: `long-${time}`, content: prose(vocabulary, time, LONG_POST) };
        const { id } = await owner.client.call(createPost, { body });
        const content = prose(vocabulary, time + 5, LONG_POST);
        await owner.client.call(updatePost, { params: { id }, body: { content } });
      },
    },
    {
      what: 'a post of 1,000,000 characters, made',
      isLongText: true,
      async run(time) {
        const body = { ...postFields, slug: `longest-${time}`, content: prose(vocabulary, time, LONGEST_POST) };
        longest = (await owner.client.call(createPost, { body })).id;
      },
    },
    {
      what: 'the same, another text saved',
      isLongText: true,
      run: (time) => saveLongest({ content: prose(vocabulary, time + 5, LONGEST_POST) }),
    },
    {
      what: 'the same, another title saved',
      isLongText: true,
      run: (time) => saveLongest({ title: `Another title ${time}` }),
    },
    {
      what: 'the same, read as a page and by the API',
      async run(time) {
        const asReader = { headers: { 'accept-encoding': 'br', 'x-forwarded-for': `10.200.0.${time}` } };
        for (const at of ['/post', '/api/posts'])
          await expectStatus(await fetch(`${address}${at}/longest-${time}`, asReader), [200]);
      },
    },
    {
      what: 'its revisions, as the admin asks for them',
      async run() {
        await owner.client.list(listPostRevisions, { params: { id: longest }, query: { limit: 20 } });
      },
    },
    {
      what: 'a tag renamed on its 500 posts',
      async run(time) {
        const tags = await owner.client.call(listTags);
        const tag = tags[time];
        if (!tag) throw new Error('There is no tag to rename');
        await owner.client.call(updateTag, { params: { id: tag.id }, body: { name: `Renamed ${time}` } });
      },
    },
    {
      what: '1,000 posts given a tag by one call, and put back',
      async run(time) {
        const posts = Array.from({ length: 1000 }, (_, index) => ({ id: index + 1 }));
        const given = { changes: [{ posts, set: { addTags: [`Of many ${time}`] } }] };
        const { undo } = await owner.client.call(changePosts, { body: given });
        const { changed } = await owner.client.call(changePosts, { body: { changes: undo } });
        if (changed !== posts.length) throw new Error(`${changed} posts were put back`);
      },
    },
    {
      what: '1,000 updates of a workspace, pushed',
      async run(time) {
        await measurePush(path.join(folder, `pending-${time}.sqlite`), owner);
      },
    },
    {
      what: `${IMPORTED} posts imported beside it`,
      async run(time) {
        const from = path.join(folder, `import-${time}`);
        writeImport(from, time);
        await runCommand('cli/import', [from, '--category', 'technology'], folder);
      },
    },
    {
      what: 'everything exported beside it',
      run: (time) => runCommand('cli/export', [path.join(folder, `export-${time}`)], folder),
    },
    {
      what: 'a backup made and proved beside it',
      isOnce: true,
      async run() {
        await owner.client.call(runBackup);
        let status = await owner.client.call(listBackups);
        while (status.isRunning) {
          await wait(1000);
          status = await owner.client.call(listBackups);
        }
        if (status.failure || status.backups.length === 0) throw new Error(`No backup: ${status.failure?.message}`);
      },
    },
  ];
}

const postFields = {
  title: 'The longest post',
  excerpt: 'Long.',
  categoryId: 1,
  published: true,
  featured: false,
  readTime: 1,
  tags: [],
};

/** Returns words of up to so many characters in total, a different text for each number. */
function prose(vocabulary: readonly string[], number: number, characters: number): string {
  const parts: string[] = [];
  let length = 0;
  for (let index = number; length < characters; index += 1) {
    const from = (index * 63) % (vocabulary.length - 9);
    const part = `${vocabulary.slice(from, from + 9).join(' ')}. ${index % 12 === 0 ? '\n\n' : ''}`;
    parts.push(part);
    length += part.length;
  }
  return parts.join('').slice(0, characters).trim();
}

function writeImport(folder: string, time: number): void {
  mkdirSync(folder, { recursive: true });
  const make = createPostMaker({ categories: 1, pictures: [] });
  for (let number = 0; number < IMPORTED; number += 1) {
    const { title, content } = make(50_000 + time * IMPORTED + number);
    writeFileSync(path.join(folder, `imported-${time}-${number}.md`), `---\ntitle: ${title}\n---\n\n${content}\n`);
  }
}

/** Reads an answer to its end. */
async function expectStatus(response: Response, statuses: readonly number[]): Promise<void> {
  const text = await response.text();
  if (!statuses.includes(response.status)) throw new Error(`${response.url}: ${response.status} ${text.slice(0, 300)}`);
}
