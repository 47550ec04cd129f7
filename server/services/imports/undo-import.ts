import { changingFrom } from '#server/change-origin.ts';
import type { ChangedKind } from '#server/db/import-tables.ts';
import { atomically } from '#server/db/transaction.ts';
import { deleteAuthor, firstAuthor, listAuthorRecords } from '#server/repositories/authors.ts';
import { deleteCategory, listCategories } from '#server/repositories/categories.ts';
import { binImage } from '#server/repositories/image-bin.ts';
import { findImage } from '#server/repositories/images.ts';
import {
  countChanges,
  everyChange,
  type ImportChange,
  isFollowed,
  isPictureUsed,
  isUsed,
} from '#server/repositories/imports/import-changes.ts';
import { deletePathRedirect, findPathRedirect, forgetSlug } from '#server/repositories/path-redirects.ts';
import { softDeletePost } from '#server/repositories/posts/post-bin.ts';
import { forgetSources, noteSaid } from '#server/repositories/posts/post-sources.ts';
import { findById } from '#server/repositories/posts/posts.ts';
import { deleteTag, listTags } from '#server/repositories/tags.ts';
import type { UndoReport } from '#shared/contract/imports.ts';
import type { PostFields } from '#shared/contract/posts/post-input.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { hasCodex } from '../codex-exchange.ts';
import { saidHash } from '../import/post-said.ts';
import { createPostWriter } from '../posts/post-writer.ts';
import type { ImportParts } from './import-parts.ts';
import type { ProgressNotes } from './import-progress.ts';
import { LEADS_ELSEWHERE, partUndoers, type Undone } from './undo-parts.ts';

/** The largest number of remaining things that are named. */
const MOST_NAMED = 1000;

interface UndoOptions extends Pick<ImportParts, 'db' | 'clock' | 'content'> {
  importId: number;
  notes: ProgressNotes;
  signal?: AbortSignal | undefined;
}

/**
 * Undoes an import: posts that it created go into the bin, posts that it changed get their former contents, and of the
 * rest unused things are deleted. Things that were edited here since stay, and are named. Can be repeated after a kill,
 * because what was undone before no longer exists.
 */
export function undoImport(options: UndoOptions): Promise<UndoReport> {
  return changingFrom({ kind: 'import', device: '' }, async () => {
    const { db, importId, notes, signal } = options;
    const undoers = createUndoers(options);
    const taken: UndoReport['taken'] = [];
    const stays: UndoReport['stays'] = [];
    await notes.begin('undoing', await countChanges(db, importId));
    let done = 0;
    // Posts first: things that only they have used are then unused.
    for (const kind of ORDER) {
      let count = 0;
      for await (const change of everyChange(db, importId, kind)) {
        signal?.throwIfAborted();
        const became = await undoers[kind](change);
        if (became === 'taken') count += 1;
        else if (became !== 'gone' && stays.length < MOST_NAMED) stays.push({ kind, ...became });
        done += 1;
        await notes.done(done);
      }
      if (count > 0) taken.push({ kind, count });
    }
    return { taken, stays };
  });
}

const ORDER: readonly ChangedKind[] = [
  ...([
    'post',
    'redirect',
    'former-address',
    'prompt',
    'setting',
    'codex',
    'subscriber',
    'suppressed-address',
  ] as const),
  ...(['tag', 'category', 'author', 'picture'] as const),
];
const EDITED = 'It was edited here since, and keeps its words.';
const USED = 'Posts have it.';

function createUndoers(options: UndoOptions): Record<ChangedKind, (change: ImportChange) => Promise<Undone>> {
  const { db, clock } = options;
  return {
    ...partUndoers(options),
    post: (change) => undoPost(change, options),
    async redirect({ target, said }) {
      const found = await findPathRedirect(db, [target]);
      if (!found) return 'gone';
      if (said !== '' && found.target !== said) return { name: target, why: LEADS_ELSEWHERE };
      await deletePathRedirect(db, target);
      return 'taken';
    },
    async tag({ target }) {
      const tag = (await listTags(db)).find(({ id }) => id === Number(target));
      if (!tag) return 'gone';
      const why = await reasonToStay(db, 'tag', tag.id);
      if (why) return { name: tag.name, why };
      await deleteTag(db, tag.id, clock.now());
      return 'taken';
    },
    async category({ target }) {
      const all = await listCategories(db, clock.now());
      const category = all.find(({ id }) => id === Number(target));
      if (!category) return 'gone';
      const why = await reasonToStay(db, 'category', category.id);
      if (why) return { name: category.name, why };
      if (await hasCodex(db, category.id)) return { name: category.name, why: 'It has a codex.' };
      const heir = all.find(({ id }) => id !== category.id);
      return orStays(category.name, () => deleteCategory(db, category.id, clock.now(), heir?.id));
    },
    async author({ target }) {
      const author = (await listAuthorRecords(db)).find(({ id }) => id === Number(target));
      if (!author) return 'gone';
      const why = await reasonToStay(db, 'author', author.id);
      if (why) return { name: author.name, why: why === USED ? 'Posts are theirs.' : why };
      const heir = await firstAuthor(db);
      if (!heir || heir.id === author.id) return { name: author.name, why: 'There is nobody else.' };
      return orStays(author.name, () =>
        atomically(db, async (trx) => {
          await deleteAuthor(trx, author.id, clock.now(), heir.id);
          // The address that belonged only to this author has no target any more.
          await forgetSlug(trx, 'author', author.slug);
        }),
      );
    },
    async picture({ target }) {
      const image = await findImage(db, target);
      if (!image) return 'gone';
      if (await isPictureUsed(db, target)) return { name: image.name || target, why: 'Posts show it.' };
      await binImage(db, target, clock.now());
      return 'taken';
    },
  };
}

/** The reason why a thing is still needed; null for none. */
async function reasonToStay(
  db: UndoOptions['db'],
  kind: 'tag' | 'category' | 'author',
  id: number,
): Promise<string | null> {
  if (await isUsed(db, kind, id)) return USED;
  return (await isFollowed(db, kind, id)) ? 'Subscribers follow it.' : null;
}

/**
 * Posts in the bin may belong to the deleted thing: they are assigned to another one, and History can give them back.
 */
async function orStays(name: string, run: () => Promise<void>): Promise<Undone> {
  try {
    await run();
    return 'taken';
  } catch (error) {
    if (error instanceof AppError && error.code === 'still_in_use') return { name, why: USED };
    throw error;
  }
}

async function undoPost(change: ImportChange, { db, clock, content }: UndoOptions): Promise<Undone> {
  const id = Number(change.target);
  const post = await findById(db, id, { kind: 'all', now: clock.now() });
  // The post is in the bin, or the bin was emptied.
  if (!post || post.deletedAt) return 'gone';
  const isAsWritten = saidHash(post) === change.said;
  if (change.was === 'made') {
    if (!isAsWritten) return { name: post.title, why: EDITED };
    await atomically(db, async (trx) => {
      await softDeletePost(trx, id, clock.now(), 'import');
      await forgetSources(trx, id);
    });
    return 'taken';
  }
  const before = JSON.parse(change.before ?? '{}') as PostFields;
  const { slug: _, ...fields } = before;
  if (!isAsWritten) return isBack(post, before) ? 'gone' : { name: post.title, why: EDITED };
  const writer = createPostWriter({ db, clock, content, cause: 'import' });
  try {
    const { post: after } = await writer.update(id, fields);
    await noteSaid(db, id, change.said, saidHash(after));
    return 'taken';
  } catch (error) {
    if (error instanceof AppError) return { name: post.title, why: error.message };
    throw error;
  }
}

/** Whether an undo that was killed has already restored the post. */
function isBack(post: Parameters<typeof saidHash>[0], before: PostFields): boolean {
  return post.title === before.title && post.content === before.content;
}
