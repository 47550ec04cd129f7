import sharp from 'sharp';
import { sendContactMessage } from '#shared/contract/contact.ts';
import { deleteImage, purgeImage, uploadImage } from '#shared/contract/images.ts';
import { keepPendingChange } from '#shared/contract/posts/pending.ts';
import { createPost, updatePost } from '#shared/contract/posts/posts-admin.ts';
import { type Owner, pictureForm } from '../owner.ts';
import type { Ledger } from './ledger.ts';

/** The milliseconds until a change is due: before, at and after the moment at which most rounds kill. */
const DUE_WITHIN = 900;
/** The number of saves of one post, the first of which creates it. */
const SAVES = 3;

/** Writers that write to the site without a pause, in several ways at once, until the site no longer answers. */
export interface Writers {
  /** Resolves when the first write is acknowledged. */
  begun: Promise<void>;
  /**
   * Resolves when all writers have met the end of the site; rejects if an answer is an error rather than an
   * acknowledgement or silence.
   */
  ended: Promise<void>;
}

/** `round` makes the written data different from that of every other round. */
export function startWriting(owner: Owner, ledger: Ledger, round: number): Writers {
  let begin: () => void = () => undefined;
  const begun = new Promise<void>((resolve) => {
    begin = resolve;
  });
  const forever = (write: (number: number) => Promise<void>) => async () => {
    for (let number = 0; ; number += 1) {
      await write(number);
      begin();
    }
  };
  const writers = [
    forever((number) => writePost(owner, ledger, `round-${round}-a-${number}`)),
    forever((number) => writePost(owner, ledger, `round-${round}-b-${number}`)),
    forever((number) => writePicture(owner, ledger, round * 10_000 + number, number % 3 === 2)),
    forever((number) => writePicture(owner, ledger, round * 10_000 + 5000 + number, false)),
    forever((number) => writeSwap(owner, ledger, `round-${round}-swap-${number}`, (number * 131) % DUE_WITHIN)),
    forever((number) => writeMessage(owner, ledger, `Message ${number} of round ${round}`)),
  ];
  const ended = Promise.all(writers.map((write) => write().catch(endsInSilence))).then(() => undefined);
  // A caller that waits for the first write is also told if there will be none.
  return { begun: Promise.race([begun, ended]), ended };
}

/** A killed server gives no answer; an answer that is an error is a fault. */
function endsInSilence(error: unknown): void {
  const isSilence = error instanceof Error && (error.name === 'OfflineError' || error instanceof TypeError);
  if (!isSilence) throw error;
}

async function writePost({ client }: Owner, ledger: Ledger, slug: string): Promise<void> {
  const post = { kept: null as string | null, asked: null as string | null };
  ledger.posts.set(slug, post);
  let saved: { id: number; version: number } | null = null;
  for (let save = 1; save <= SAVES; save += 1) {
    const content = `Save ${save} of ${slug}. ${'More words. '.repeat(save * 40)}`.trim();
    post.asked = content;
    const fields = { title: `${slug} ${save}`, content, tags: ['tea', `save ${save}`] };
    if (saved === null) {
      saved = await client.call(createPost, { body: { ...livePost(slug), ...fields } });
    } else {
      saved = await client.call(updatePost, { params: { id: saved.id }, body: { ...fields, version: saved.version } });
    }
    post.kept = content;
    post.asked = null;
  }
}

/** Makes a live post, and a pending change of it that is applied so many milliseconds later. */
async function writeSwap({ client }: Owner, ledger: Ledger, slug: string, dueIn: number): Promise<void> {
  const swap = { before: `Before ${slug}.`, after: `After ${slug}.`, isKept: false };
  ledger.swaps.set(slug, swap);
  const { id, version } = await client.call(createPost, { body: { ...livePost(slug), content: swap.before } });
  const dueAt = new Date(Date.now() + dueIn).toISOString();
  await client.call(keepPendingChange, {
    params: { id },
    body: { ...fieldsOf(slug), content: swap.after, version, dueAt },
  });
  swap.isKept = true;
}

const fieldsOf = (slug: string) => ({
  ...{ title: slug, slug, excerpt: 'An excerpt.', categoryId: 1 },
  ...{ featured: false, readTime: 1 },
});
const livePost = (slug: string) => ({ ...fieldsOf(slug), published: true });

async function writePicture(owner: Owner, ledger: Ledger, number: number, isDeleted: boolean): Promise<void> {
  const background = { r: number & 255, g: (number >> 8) & 255, b: (number >> 16) & 255 };
  const bytes = await sharp({ create: { width: 24, height: 16, channels: 3, background } })
    .png()
    .toBuffer();
  const response = await owner.fetch(uploadImage.path, { method: 'POST', body: pictureForm(bytes) });
  const answer = await response.text();
  if (response.status !== 201) throw new Error(`An upload was answered ${response.status}: ${answer}`);
  const { filename } = uploadImage.response.parse(JSON.parse(answer));
  ledger.pictures.add(filename);
  if (!isDeleted) return;
  // From now on the picture may be gone.
  ledger.pictures.delete(filename);
  await owner.client.call(deleteImage, { params: { image: filename } });
  await owner.client.call(purgeImage, { params: { image: filename } });
  ledger.deleted.add(filename);
}

async function writeMessage({ client }: Owner, ledger: Ledger, message: string): Promise<void> {
  await client.call(sendContactMessage, { body: { name: 'Mira', email: 'mira@example.org', message } });
  ledger.messages.add(message);
}
