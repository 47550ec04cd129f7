import type { FastifyBaseLogger } from 'fastify';
import { sweepWorkFolder } from '#server/adapters/blobs/open-blobs.ts';
import { keepPicturesAway } from '#server/adapters/data-lock.ts';
import type { AppOptions } from '#server/app-options.ts';
import type { ServiceParts } from '#server/composition/create-services.ts';
import { maySweep } from '#server/services/blobs/picture-store.ts';
import type { EventDispatcher } from '#server/services/events/dispatcher.ts';
import type { WebhookOutbox } from '#server/services/webhooks/index.ts';
import { keepDerivedPictures } from './derived-pictures.ts';
import { watchDueBackups } from './due-backups.ts';
import { watchDuePosts } from './due-posts.ts';
import { watchForeignWrites } from './foreign-writes.ts';
import { sendLetters } from './letters.ts';
import { sweepPictures } from './orphan-pictures.ts';
import { rerenderOldPosts } from './rerender-posts.ts';
import { sweepHourly } from './sweep.ts';
import { watchDue } from './watch-due.ts';

/** Something the server does by itself. */
interface Job {
  name: string;
  /** Begins it, and answers what ends it: that resolves when nothing of it is under way any more. */
  start(): Stop | Promise<Stop>;
}

type Stop = () => void | Promise<void>;

/** Milliseconds. */
const STORE_READINGS_EVERY = 2000;
/** Milliseconds by which the time on a file may lie behind the clock. */
const FILE_TIMES_LAG = 50;
/** Milliseconds from a picture's files to its row, at the very most. */
const LONGEST_STORING = 60 * 60 * 1000;

interface JobOptions extends AppOptions, ServiceParts {
  events: EventDispatcher;
  outbox: WebhookOutbox;
  log: FastifyBaseLogger;
}

/** Everything the server does by itself, in the order in which it begins: the one list. */
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

/** Starts jobs one after the other; answers what stops them all. */
export async function startJobs(jobs: readonly Job[]): Promise<() => Promise<void>> {
  const stops: Stop[] = [];
  for (const job of jobs) stops.push(await job.start());
  return async () => {
    await Promise.all(stops.map((stop) => stop()));
  };
}

/** Readings and what else is counted: what is left at the end, the services store as they close. */
function startStoringReadings({ services }: JobOptions): Stop {
  const timer = setInterval(() => {
    void services.views.flush();
    void services.counting.flush();
  }, STORE_READINGS_EVERY);
  timer.unref();
  return () => clearInterval(timer);
}

async function startDuePosts({ database, clock, events, log }: JobOptions): Promise<Stop> {
  const due = watchDuePosts({
    db: database.db,
    clock,
    onDue: () => void events.tellPosts(),
    onError: (error) => {
      log.error({ err: error }, 'it could not be recorded that scheduled posts are live; tried again');
      // Readers must see the posts all the same.
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
  // One that is due may wait for its post to come out of the bin.
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
  // How posts are shown is one of the settings.
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
  // Nobody waits for a mail server at the start.
  void due.refresh();
  confirmations.onWaiting(() => void due.refresh());
  return () => due.stop();
}

function startBatches({ services, log }: JobOptions): Stop {
  // Their runs are opened while readers are answered already.
  const started = services.aiBatches
    .start()
    .catch((error: unknown) => log.error({ err: error }, 'batches under way could not be gone on with'));
  return async () => {
    await started;
    await services.aiBatches.close();
  };
}

function startImports({ services, log }: JobOptions): Stop {
  // One that a kill has ended goes on; nobody waits for it.
  const started = services.imports
    .resume()
    .catch((error: unknown) => log.error({ err: error }, 'imports under way could not be gone on with'));
  return async () => {
    await started;
    await services.imports.close();
  };
}

function startPictureSweep({ config, clock, database, pictureFiles, siteId, log }: JobOptions): Stop {
  // No other program stores pictures now, so a file without a row has lost it. During an import only old files are sure to.
  const { blobs } = pictureFiles;
  const { store } = blobs;
  // A store elsewhere has a clock of its own, and a look at it may take long: only what is old is swept there.
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
