import type { FastifyBaseLogger } from 'fastify';
import { sweepWorkFolder } from '#server/adapters/blobs/open-blobs.ts';
import { keepPicturesAway } from '#server/adapters/data-lock.ts';
import type { AppOptions } from '#server/app-options.ts';
import type { ServiceParts } from '#server/composition/create-services.ts';
import { maySweep } from '#server/services/blobs/picture-store.ts';
import type { EventDispatcher } from '#server/services/events/dispatcher.ts';
import type { WebhookOutbox } from '#server/services/webhooks/index.ts';
import { watchLog } from './checkpoints.ts';
import { keepDerivedPictures } from './derived-pictures.ts';
import { watchDueBackups } from './due-backups.ts';
import { watchDuePosts } from './due-posts.ts';
import { watchForeignWrites } from './foreign-writes.ts';
import { sendLetters } from './letters.ts';
import { sweepPictures } from './orphan-pictures.ts';
import { rerenderOldPosts } from './rerender-posts.ts';
import { sweepHourly } from './sweep.ts';
import { watchDue } from './watch-due.ts';

/** Work that the server does by itself. */
interface Job {
  name: string;
  /**
   * Begins the job, and returns the function that ends it: its promise resolves when nothing of the job is under way
   * any more.
   */
  start(): Stop | Promise<Stop>;
}

type Stop = () => void | Promise<void>;

/** Milliseconds. */
const STORE_READINGS_EVERY = 2000;
/** The milliseconds by which the time of a file may lag behind the clock. */
const FILE_TIMES_LAG = 50;
/** The longest possible time, in milliseconds, from storing a picture's files to storing its row. */
const LONGEST_STORING = 60 * 60 * 1000;

interface JobOptions extends AppOptions, ServiceParts {
  events: EventDispatcher;
  outbox: WebhookOutbox;
  log: FastifyBaseLogger;
}

/** All jobs of the server, in the order in which they begin: the only list of them. */
export function createJobs(options: JobOptions): Job[] {
  const { database, clock, services, longWrites, events, outbox, log } = options;
  const { db } = database;
  const failed = (what: string) => (error: unknown) => log.error({ err: error }, what);
  return [
    { name: 'deliveries of events', start: () => events.start() },
    {
      name: 'edge',
      start: () => {
        services.edge.addEverything();
        return () => services.edge.close();
      },
    },
    {
      name: 'publication',
      start: () => {
        services.publication.start();
        return () => services.publication.close();
      },
    },
    {
      name: 'webhooks',
      start: () => {
        outbox.wake();
        return () => outbox.close();
      },
    },
    { name: 'checkpoints', start: () => startCheckpoints(options) },
    { name: 'readings', start: () => startStoringReadings(options) },
    { name: 'due posts', start: () => startDuePosts(options) },
    { name: 'pending changes', start: () => startPendingChanges(options) },
    {
      name: 'writes of other processes',
      start: () =>
        watchForeignWrites(database, () => {
          events.tell({ type: 'site-changed', what: 'unknown' });
          void events.tellPosts();
        }),
    },
    {
      name: 'posts rendered anew',
      start: () => startRerendering(options),
    },
    {
      name: 'sweep',
      start: () =>
        sweepHourly({
          db,
          clock,
          longWrites,
          images: services.images,
          audit: services.audit,
          onError: failed('what nobody needs could not be swept away'),
        }),
    },
    { name: 'pictures without a row', start: () => startPictureSweep(options) },
    { name: 'share cards and AVIF', start: () => keepDerivedPictures(options) },
    {
      name: 'letters',
      start: () =>
        sendLetters({ letters: options.letters, clock, onError: failed('the digest could not be made; tried again') }),
    },
    { name: 'confirmations', start: () => retryConfirmations(options) },
    { name: 'batches', start: () => startBatches(options) },
    { name: 'imports', start: () => startImports(options) },
    {
      name: 'due backups',
      start: () =>
        watchDueBackups({
          backups: services.backups,
          onError: failed('it is not known whether a backup is due'),
        }),
    },
  ];
}

/** Starts jobs one after the other; returns the function that stops them all. */
export async function startJobs(jobs: readonly Job[]): Promise<() => Promise<void>> {
  const stops: Stop[] = [];
  for (const job of jobs) stops.push(await job.start());
  return async () => {
    await Promise.all(stops.map((stop) => stop()));
  };
}

/** Stores readings and the other counts at an interval; at the end, the services store the rest when they close. */
function startStoringReadings({ services }: JobOptions): Stop {
  const timer = setInterval(() => {
    void services.views.flush();
    void services.counting.flush();
  }, STORE_READINGS_EVERY);
  timer.unref();
  return () => clearInterval(timer);
}

function startCheckpoints({ database, checkpoint, log }: JobOptions): Stop {
  const onError = (error: unknown) =>
    log.error({ err: error }, 'the log could not be moved into the database; tried again');
  return watchLog({ database, checkpoint, onError });
}

async function startDuePosts({ database, clock, events, log }: JobOptions): Promise<Stop> {
  const due = watchDuePosts({
    db: database.db,
    clock,
    onDue: () => void events.tellPosts(),
    onError: (error) => {
      log.error({ err: error }, 'it could not be recorded that scheduled posts are live; tried again');
      // Readers must see the posts nevertheless.
      events.tell({ type: 'site-changed', what: 'unknown' });
    },
  });
  await due.refresh();
  const stopListening = events.listen((happened) => {
    if (happened.some(({ type }) => type !== 'site-changed' && type !== 'picture-stored')) void due.refresh();
  });
  return () => {
    stopListening();
    due.stop();
  };
}

async function startPendingChanges({ clock, services, events, log }: JobOptions): Promise<Stop> {
  const { pendingChanges } = services;
  const due = watchDue({
    clock,
    look: () => pendingChanges.publishDue(),
    onError: (error) => log.error({ err: error }, 'pending changes could not be put in place; tried again'),
  });
  await due.refresh();
  pendingChanges.onKept(() => void due.refresh());
  // A due change may wait until its post is taken out of the bin.
  const stopListening = events.listen((happened) => {
    if (happened.some(({ type }) => type === 'written' || type === 'went-live')) void due.refresh();
  });
  return () => {
    stopListening();
    due.stop();
  };
}

function startRerendering({ database, services, longWrites, events, log }: JobOptions): Stop {
  const rerendering = rerenderOldPosts({
    db: database.db,
    content: services.content,
    longWrites,
    onChange: (ids) => events.tell({ type: 'site-changed', what: 'html', ids }),
    onError: (error, post) => log.error({ err: error, postId: post.id }, 'a post could not be rendered anew'),
  });
  // The style in which posts are shown is one of the settings.
  const stopListening = events.listen((happened) => {
    if (happened.some((event) => event.type === 'site-changed' && event.what === 'settings')) rerendering.again();
  });
  return () => {
    stopListening();
    return rerendering.stop();
  };
}

async function retryConfirmations({ clock, confirmations, log }: JobOptions): Promise<Stop> {
  const due = watchDue({
    clock,
    look: () => confirmations.sendDue(),
    onError: (error) => log.error({ err: error }, 'mails to those who subscribe could not be tried again'),
  });
  // The start does not wait for a mail server.
  void due.refresh();
  confirmations.onWaiting(() => void due.refresh());
  return () => due.stop();
}

function startBatches({ services, log }: JobOptions): Stop {
  // The server already answers readers while the runs of batches are opened.
  const started = services.aiBatches
    .start()
    .catch((error: unknown) => log.error({ err: error }, 'batches under way could not be gone on with'));
  return async () => {
    await started;
    await services.aiBatches.close();
  };
}

function startImports({ services, log }: JobOptions): Stop {
  // An import that was ended by a kill is resumed; the start does not wait for it.
  const started = services.imports
    .resume()
    .catch((error: unknown) => log.error({ err: error }, 'imports under way could not be gone on with'));
  return async () => {
    await started;
    await services.imports.close();
  };
}

function startPictureSweep({ config, clock, database, pictureFiles, siteId, log }: JobOptions): Stop {
  // No other program stores pictures now, so a file without a row has lost its row. During an import this is certain
  // only of old files.
  const { blobs } = pictureFiles;
  const { store } = blobs;
  // A remote store has its own clock, and listing it may take long: only old files are swept there.
  const isAlone = store.folder === null ? null : keepPicturesAway(config.DATA_DIR);
  const lag = isAlone ? FILE_TIMES_LAG : LONGEST_STORING;
  let isStopped = false;
  const sweep = maySweep(blobs, siteId)
    .then((may) => {
      if (may) return sweepPictures(database.db, store, clock.now() - lag);
      log.warn(`another data folder has taken ${store.address}: nothing is swept there`);
      return { removed: [], missing: [] };
    })
    .finally(() => isAlone?.());
  const sweepingWork = sweepWorkFolder(config, clock.now()).catch((error: unknown) =>
    log.error({ err: error }, 'what killed processes have left could not be swept away'),
  );
  const sweeping = sweep.then(
    ({ removed, missing }) => {
      if (removed.length > 0) log.info({ files: removed }, 'files no picture has were deleted');
      if (missing.length > 0)
        log.warn({ pictures: missing }, `files of these pictures are missing in ${store.address}`);
    },
    (error: unknown) => {
      if (!isStopped) log.error({ err: error }, 'the picture files could not be looked through');
    },
  );
  return async () => {
    isStopped = true;
    await Promise.all([sweeping, sweepingWork]);
  };
}
