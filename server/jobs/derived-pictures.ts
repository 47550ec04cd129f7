import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { CARD_NAME, CARDS_FOLDER, type CardFiles } from '#server/adapters/card-files.ts';
import {
  AVIF_FOLDER,
  avifKey,
  avifName,
  originalKey,
  type PictureFiles,
  uploadKey,
} from '#server/adapters/picture-files.ts';
import type { PictureProcess } from '#server/adapters/picture-process.ts';
import { pictureCopies } from '#server/adapters/stored-picture.ts';
import type { AppOptions } from '#server/app-options.ts';
import type { Executor } from '#server/db/transaction.ts';
import { plainCategories } from '#server/repositories/categories.ts';
import { type ListedPictureFiles, newestPictureFiles, pictureFilesOf } from '#server/repositories/images.ts';
import { livePostsToShare, livePostsToShareOf, type PostToShare } from '#server/repositories/posts/post-cards.ts';
import type { EventDispatcher } from '#server/services/events/dispatcher.ts';
import type { SiteEvent } from '#server/services/events/site-events.ts';
import type { SettingsService } from '#server/services/settings.ts';
import { categoryCard, postCard, type ShareCard, shareSource, siteCard } from '#server/site/share-card.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import { systemTimers } from '#shared/kernel/timers.ts';
import { type DerivedFile, keepDerivedFiles } from './derived-files.ts';
import { type WidestCopyOptions, widestCopyOf } from './widest-copies.ts';

/**
 * The number of posts and of pictures read at a time, which takes a few milliseconds, and the milliseconds after them
 * that are left to readers.
 */
const SLICE = 25;
const PICTURES_IN_SLICE = 200;
const REST = 20;
/** The name of the AVIF file of one width of a picture. */
const AVIF_NAME = /^[0-9a-f]{24}-\d+\.avif$/;

interface DerivedPicturesOptions extends Pick<AppOptions, 'clock' | 'database' | 'timers'> {
  services: { settings: SettingsService };
  pictureFiles: Pick<PictureFiles, 'blobs'>;
  pictureProcess: PictureProcess;
  cards: CardFiles;
  events: Pick<EventDispatcher, 'listen' | 'tell'>;
  log: Pick<FastifyBaseLogger, 'error'>;
}

/**
 * Makes the files that are derived from stored posts and pictures: the share cards, and the AVIF files of pictures.
 * Returns the function that ends it.
 */
export function keepDerivedPictures(options: DerivedPicturesOptions): () => Promise<void> {
  const { clock, database, services, pictureProcess, cards, events, log } = options;
  const { db } = database;
  const { blobs } = options.pictureFiles;
  const timers = options.timers ?? systemTimers;
  const failed = (what: string) => (error: unknown, file?: string) => log.error({ err: error, file }, what);
  const cardFiles = keepDerivedFiles({
    store: blobs.store,
    folder: CARDS_FOLDER,
    ours: CARD_NAME,
    wanted: (ids) => wantedCards({ db, clock, settings: services.settings, cards }, ids),
    timers,
    onError: failed('a share card could not be drawn'),
  });
  const avifFiles = keepDerivedFiles({
    store: blobs.store,
    folder: AVIF_FOLDER,
    ours: AVIF_NAME,
    wanted: (ids) =>
      wantedAvif(
        {
          ...{ db, blobs, pictures: pictureProcess },
          onCopy(id, postIds) {
            avifFiles.wake([id]);
            events.tell({ type: 'site-changed', what: 'html', ids: postIds });
          },
        },
        ids,
      ),
    timers,
    onError: failed('a picture could not be made as AVIF'),
  });
  const stopListening = events.listen((happened) => {
    cardFiles.wake(idsOf(happened.map(changedCards)));
    avifFiles.wake(idsOf(happened.map(changedPictures)));
  });
  return async () => {
    stopListening();
    await Promise.all([cardFiles.stop(), avifFiles.stop(), pictureProcess.close()]);
  };
}

type Changed = readonly number[] | 'all';

function idsOf(changed: readonly Changed[]): readonly number[] | undefined {
  return changed.includes('all') ? undefined : changed.filter((each) => each !== 'all').flat();
}

/** The posts whose cards may have changed with an event. */
function changedCards(event: SiteEvent): Changed {
  if (event.type === 'picture-stored') return [];
  if (event.type !== 'site-changed') return [event.postId];
  switch (event.what) {
    case 'picture':
      return event.postIds;
    case 'category':
    case 'settings':
    case 'unknown':
      return 'all';
    // A card shows neither the author nor the tags nor the text.
    case 'author':
    case 'tag':
    case 'html':
    case 'redirects':
      return [];
  }
}

/** The pictures whose AVIF files may be missing after an event. */
function changedPictures(event: SiteEvent): Changed {
  if (event.type === 'picture-stored') return [event.id];
  if (event.type !== 'site-changed') return [];
  if (event.what === 'picture') return event.ids;
  return event.what === 'unknown' ? 'all' : [];
}

interface CardsOptions {
  db: Executor;
  clock: Clock;
  settings: Pick<SettingsService, 'get'>;
  cards: Pick<CardFiles, 'nameOf' | 'draw'>;
}

/** Every card that a page of the site names; with `ids` only the cards of these posts. */
export async function* wantedCards(
  { db, clock, settings, cards }: CardsOptions,
  ids?: readonly number[],
): AsyncGenerator<DerivedFile> {
  const fileOf = (card: ShareCard): DerivedFile => ({ name: cards.nameOf(card), make: () => cards.draw(card) });
  const { siteName, tagline } = await settings.get();
  const site = { name: siteName, tagline };
  const ofPost = (post: PostToShare): DerivedFile => ({ ...fileOf(postCard(post, site)), id: post.id });
  if (ids) {
    const posts = await livePostsToShareOf(db, clock.now(), ids);
    for (const post of posts) if (shareSource(post) === 'card') yield ofPost(post);
    return;
  }
  yield fileOf(siteCard(site));
  for (const category of await plainCategories(db)) yield fileOf(categoryCard(category, site));
  const now = clock.now();
  let posts = await livePostsToShare(db, now, { before: null, limit: SLICE });
  for (;;) {
    for (const post of posts) if (shareSource(post) === 'card') yield ofPost(post);
    const last = posts.at(-1);
    if (!last || posts.length < SLICE) return;
    // Readers come first.
    await wait(REST);
    posts = await livePostsToShare(db, now, { before: last, limit: SLICE });
  }
}

/**
 * The AVIF of every width of every picture, and the widest copy where it is missing; the files of the newest picture
 * first. With `ids` only those of these pictures.
 */
export async function* wantedAvif(options: WidestCopyOptions, ids?: readonly number[]): AsyncGenerator<DerivedFile> {
  const { db } = options;
  if (ids) {
    for (const picture of await pictureFilesOf(db, ids)) yield* avifOf(picture, options);
    return;
  }
  let pictures = await newestPictureFiles(db, { before: null, limit: PICTURES_IN_SLICE });
  for (;;) {
    for (const picture of pictures) yield* avifOf(picture, options);
    const last = pictures.at(-1);
    if (!last || pictures.length < PICTURES_IN_SLICE) return;
    // Readers come first.
    await wait(REST);
    pictures = await newestPictureFiles(db, { before: last.id, limit: PICTURES_IN_SLICE });
  }
}

function* avifOf(picture: ListedPictureFiles, options: WidestCopyOptions): Generator<DerivedFile> {
  const { blobs, pictures } = options;
  const { id, srcset, originalFilename } = picture;
  for (const { name: webp, width } of pictureCopies(srcset).filter(({ name }) => name.endsWith('.webp'))) {
    const name = avifName(webp);
    const make = async () => {
      const [originalName, webpName] = [originalKey(originalFilename), uploadKey(webp)];
      await blobs.put(avifKey(name), {
        make: (file) =>
          blobs.borrow([originalName], (original) =>
            blobs.borrow([webpName], async (found) => {
              if (original === null || found === null)
                throw new Error(`${original === null ? originalName : webpName} is not there`);
              await pictures.make({ what: 'avif', original, webp: found, width, file });
            }),
          ),
      });
    };
    yield { name, id, make };
  }
  const widest = widestCopyOf(picture, options);
  if (widest) yield { ...widest, id };
}
