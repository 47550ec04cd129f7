import type { Executor } from '#server/db/transaction.ts';
import { type FoundEntry, readState } from '#server/repositories/history/history.ts';
import type { StateOf } from '#server/repositories/history/states.ts';
import { findImageByName } from '#server/repositories/images.ts';
import { getRevision } from '#server/repositories/posts/post-revisions.ts';
import { findById } from '#server/repositories/posts/posts.ts';
import type { HistoryKind } from '#shared/contract/history.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import { AppError, type ErrorCode } from '#shared/kernel/errors.ts';
import type { AuthorService } from '../authors.ts';
import type { CategoryService } from '../categories.ts';
import type { ImageService } from '../images.ts';
import type { PostAdminService } from '../posts/posts-admin.ts';
import type { PromptTemplateService } from '../prompt-templates.ts';
import type { SettingsService } from '../settings.ts';
import type { TagService } from '../tags.ts';
import type { WorkspaceService } from '../workspace/index.ts';

/** The services that restore things. */
export interface RestoringServices {
  postAdmin: PostAdminService;
  images: ImageService;
  categories: CategoryService;
  authors: AuthorService;
  tags: TagService;
  settings: SettingsService;
  promptTemplates: PromptTemplateService;
  workspace: WorkspaceService;
}

interface RestorerOptions {
  db: Executor;
  clock: Clock;
  services: RestoringServices;
}

type Restorer = (entry: FoundEntry) => Promise<unknown>;
/** Restores an entry whose kind keeps a state, from the entry and its state. */
type StatedRestorer<Kind extends HistoryKind> = (entry: FoundEntry, state: StateOf<Kind>) => Promise<unknown>;

const GONE_SINCE = 'It was deleted since. Restore its deletion first; that entry stands above this one.';
const REPLACED = {
  not_found: GONE_SINCE,
  name_taken:
    'Another one has this name, or what else must be its own, by now. Rename that one, then restore this one.',
};
const RESTORED = {
  not_found: 'What its posts came from was deleted since. Delete it where it is listed, and choose another.',
};

/** The restoring function of each kind; when everything is restored already, it does nothing. */
export function createRestorers({ db, clock, services }: RestorerOptions): Record<HistoryKind, Restorer> {
  const { settings, promptTemplates, workspace } = services;
  const withState =
    <Kind extends HistoryKind>(kind: Kind, restore: StatedRestorer<Kind>): Restorer =>
    async (entry) => {
      const state = await readState(db, entry.id, kind);
      if (state === null) throw new AppError('history_gone');
      return restore(entry, state);
    };
  const document: Restorer = ({ action, subject }) =>
    action === 'restored' ? workspace.takeAway(subject) : workspace.bringBack(subject);

  return {
    post: postRestorer({ db, clock, services }),
    picture: pictureRestorer({ db, services }),
    category: withState('category', categoryRestorer({ clock, services })),
    author: withState('author', authorRestorer({ clock, services })),
    tag: withState('tag', tagRestorer({ clock, services })),
    settings: withState('settings', (_, { fields }) => settings.restore(fields)),
    prompt: async (entry) => {
      const { action, subject } = entry;
      const isDocument = subject.startsWith('prompt:');
      if (isDocument && action !== 'replaced') return document(entry);
      return withState('prompt', (_, { prompt }) =>
        isDocument ? workspace.givePrompt(subject, prompt) : promptTemplates.restore(subject, prompt),
      )(entry);
    },
    draft: document,
    run: document,
  };
}

/** A post has its own bin and revisions. */
function postRestorer({ db, clock, services: { postAdmin } }: RestorerOptions): Restorer {
  const find = (id: number) => findById(db, id, { kind: 'all', now: clock.now() });
  return async ({ action, subject, ref }) => {
    const id = Number(subject);
    const post = await find(id);
    if (!post) throw new AppError('history_gone');
    const isBinned = post.deletedAt !== null;
    if (action === 'restored') return isBinned ? undefined : postAdmin.remove(id);
    if (action === 'deleted') {
      const slugTaken = `Another post has the address “${post.slug}” by now. Change the slug of that one, then restore this one.`;
      return isBinned ? orConflict({ slug_taken: slugTaken }, () => postAdmin.undelete(id)) : undefined;
    }
    if (isBinned) throw new AppError('history_conflict', { message: GONE_SINCE });
    const revision = await getRevision(db, id, Number(ref)).catch(goneFor('not_found'));
    const after = await postAdmin.restore(id, revision.id);
    const { published, publishedAt } = revision.fields;
    // If the visibility is the only difference, it is restored separately.
    if (after.version === post.version && published !== undefined)
      await postAdmin.update(id, { published, publishedAt });
  };
}

function pictureRestorer({ db, services: { images } }: Omit<RestorerOptions, 'clock'>): Restorer {
  return async ({ id, action, subject }) => {
    const state = await readState(db, id, 'picture');
    const shown = await findImageByName(db, subject);
    const isBinned = !shown && (await findImageByName(db, subject, { bin: true })) !== null;
    if (!shown && !isBinned) throw new AppError('history_gone');
    if (action === 'restored') {
      return shown && images.remove(subject, state?.was === 'restored' ? state.replacedBy : undefined);
    }
    if (state?.was !== 'replaced') return isBinned ? images.undelete(subject) : undefined;
    if (isBinned) throw new AppError('history_conflict', { message: GONE_SINCE });
    const { title, alt, focus } = state;
    return images.update(subject, { title, alt, focus });
  };
}

type NoDatabase = Omit<RestorerOptions, 'db'>;

function categoryRestorer({ clock, services: { categories } }: NoDatabase): StatedRestorer<'category'> {
  return async ({ id: entry, subject }, state) => {
    const id = Number(subject);
    if (state.was === 'deleted') return categories.bringBack({ entry, id, state, now: clock.now() });
    if (state.was === 'replaced') return orConflict(REPLACED, () => categories.update(id, state.fields));
    const isThere = (await categories.list()).some((category) => category.id === id);
    return isThere && orConflict(RESTORED, () => categories.remove(id, state.movedTo));
  };
}

function authorRestorer({ clock, services: { authors } }: NoDatabase): StatedRestorer<'author'> {
  return async ({ id: entry, subject }, state) => {
    const id = Number(subject);
    if (state.was === 'deleted') return authors.bringBack({ entry, id, state, now: clock.now() });
    if (state.was === 'replaced') return orConflict(REPLACED, () => authors.giveBack(id, state.fields));
    const isThere = (await authors.list('owner')).some((author) => author.id === id);
    return isThere && orConflict(RESTORED, () => authors.remove(id, state.movedTo));
  };
}

function tagRestorer({ clock, services: { tags } }: NoDatabase): StatedRestorer<'tag'> {
  return async ({ id: entry, subject }, state) => {
    const id = Number(subject);
    if (state.was === 'deleted') return tags.bringBack({ entry, id, state, now: clock.now() });
    if (state.was === 'replaced') return orConflict(REPLACED, () => tags.update(id, { name: state.name }));
    const isThere = (await tags.list('owner')).some((tag) => tag.id === id);
    if (!isThere) return;
    return orConflict<unknown>(RESTORED, () =>
      state.mergedInto === undefined ? tags.remove(id) : tags.update(id, { mergeInto: state.mergedInto }),
    );
  };
}

/** Runs a change; for an error with one of the given codes it throws AppError `history_conflict` with these words. */
async function orConflict<T>(words: Partial<Record<ErrorCode, string>>, change: () => Promise<T>): Promise<T> {
  try {
    return await change();
  } catch (error) {
    const message = error instanceof AppError ? words[error.code] : undefined;
    if (message === undefined) throw error;
    throw new AppError('history_conflict', { message, cause: error });
  }
}

function goneFor(code: ErrorCode) {
  return (error: unknown): never => {
    if (error instanceof AppError && error.code === code) throw new AppError('history_gone', { cause: error });
    throw error;
  };
}
