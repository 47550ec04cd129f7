import { randomBytes } from 'node:crypto';
import { readdirSync } from 'node:fs';
import type { AddressInfo, Server } from 'node:net';
import path from 'node:path';
import { openSiteBlobs, openStore } from '#server/adapters/blobs/open-blobs.ts';
import { createReaderCards } from '#server/adapters/card-files.ts';
import { lockDataFolder } from '#server/adapters/data-lock.ts';
import { createPictureProcess } from '#server/adapters/picture-process.ts';
import type { AppOptions } from '#server/app-options.ts';
import { createConfiguredEdges } from '#server/composition/create-edges.ts';
import type { Config } from '#server/config.ts';
import { migrations } from '#server/db/migrations/index.ts';
import { makeFolder } from '#server/make-folder.ts';
import { readVersion } from '#server/paths.ts';
import { openOutboxRows } from '#server/repositories/publication/reader-outbox.ts';
import { type Clock, systemClock } from '#shared/kernel/clock.ts';
import { systemTimers, type Timers } from '#shared/kernel/timers.ts';
import { cachePublication } from './following/cached-publication.ts';
import { followPublications } from './following/follow-publications.ts';
import { createForwarder } from './front/forward-to-writer.ts';
import { createGate, createReaderServer } from './front/reader-server.ts';
import { deliverOutbox } from './outbox/deliver.ts';
import { createOutbox } from './outbox/outbox.ts';
import { createVisitorServices } from './outbox/visitor-services.ts';
import { createReaderClock, type ReaderClock } from './reader-clock.ts';
import { addReaderMetrics } from './reader-metrics.ts';
import { createServing, type Serving } from './serving.ts';
import { createSharedLimits } from './shared-limits.ts';

/** The folder in DATA_DIR for a reader instance's own files. */
const READER_FOLDER = 'reader';
/** Milliseconds between two looks for posts whose time has come. */
const DUE_EVERY = 1000;
/** The store is asked every second: an instance that waits long for one answer sees the next publication late. */
const PATIENCE = { answer: 10_000, piece: 20_000, tries: 1, pause: 250 };

export interface RunningReader {
  /** The address at which the server listens: "http://127.0.0.1:3000". */
  address: string;
  login: null;
  stop(): Promise<void>;
}

type Parts = Pick<AppOptions, 'site' | 'clientFolder' | 'logger'> & {
  clock?: Clock;
  timers?: Timers;
  busyAfterMs?: number;
  /** Opens the outbox; when absent, the outbox on the disk is opened. */
  openRows?: typeof openOutboxRows;
};

interface Measured {
  serving: Serving;
  following: ReturnType<typeof followPublications>;
  clock: ReaderClock;
  outbox: ReturnType<typeof createOutbox>;
}

/**
 * Starts a reader instance (docs/rules.md, "Reader instances"): it serves what the writer has published, takes what
 * visitors leave, and passes everything else on.
 * @throws DataFolderBusyError, BlobFault, or the system's error when the folder or the port cannot be used.
 */
export async function startReader(config: Config, parts: Parts): Promise<RunningReader> {
  const { READER_SECRET: secret = '', WRITER_URL: writerUrl = '' } = config;
  const { clock: local = systemClock, timers = systemTimers, openRows = openOutboxRows } = parts;
  const own = path.join(config.DATA_DIR, READER_FOLDER);
  makeFolder(own);
  const live = path.join(own, 'live');
  const unlock = lockDataFolder(config.DATA_DIR);
  const gate = await createGate(config, parts);
  const { log } = gate;
  const ends = new AbortController();
  const clock = createReaderClock({
    ...{ local, steady: () => performance.now(), file: path.join(own, 'clock.json') },
    isLocalStore: !config.BLOBS.includes('://'),
  });
  const ofWriter = { writerUrl, secret, clock, onTime: (time: number) => clock.heard('writer', time) };
  const rows = openRows(path.join(own, 'outbox.db'));
  const deliveries = deliverOutbox({ ...ofWriter, rows, timers, log });
  const outbox = createOutbox({
    ...{ rows, clock, timers, onKept: () => deliveries.wake() },
    onError: (error) =>
      log.error({ err: error }, 'what was counted of visitors could not be written down; tried again'),
  });
  const forwarder = createForwarder({
    ...ofWriter,
    onAway: (error) => log.warn({ err: error }, 'the writer could not be reached for a request'),
  });
  const store = openPublished(config, clock, ends.signal);
  const pictures = createPictureProcess();
  const blobs = openSiteBlobs(config, ends.signal);
  const edges = createConfiguredEdges({ config, timers, clock, log });
  const serving = createServing({
    app: {
      ...{ site: parts.site, clientFolder: parts.clientFolder, logger: parts.logger, busyAfterMs: 0 },
      // Readers have come to this site's address; the writer's own address is not for them.
      ...{ config: { ...config, WRITER_URL: config.SITE_URL }, clock, timers, version: readVersion() },
      // Nobody signs in here; a request with a session is passed on.
      sessionSecret: randomBytes(48).toString('base64url'),
      reader: {
        taking: createVisitorServices(outbox, clock),
        ...{ blobs, cards: createReaderCards({ blobs, pictures, folder: live }), edges, limits: createSharedLimits() },
        addMetrics: (registry) => addReaderMetrics(registry, () => figuresOf({ serving, following, clock, outbox })),
        isBehind: () => following.failure() !== null,
      },
    },
    ...{ store, cached: cachePublication(path.join(own, 'kept')), folder: live },
    ...{ secret, migration: migrations.length, clock, edge: edges.edge, log },
  });
  await serving.resume();
  const following = followPublications({
    ...{ store, clock, timers, migration: migrations.length, log },
    current: serving.known,
    take: serving.take,
  });
  const stopDue = every(timers, DUE_EVERY, () =>
    serving.makeDueLive().catch((error: unknown) => log.error({ err: error }, 'posts could not go live; tried again')),
  );
  const front = await createReaderServer({
    ...{ gate, forwarder, hasAsset: assetsIn(parts.clientFolder) },
    current: () => serving.current()?.handle ?? null,
  });
  deliveries.wake();
  return {
    address: await listen(front.server, config),
    login: null,
    async stop() {
      await front.close();
      stopDue();
      ends.abort(new Error('The server is stopping'));
      await following.close();
      await edges.edge.close();
      await serving.close();
      await deliveries.close();
      outbox.close();
      forwarder.close();
      await pictures.close();
      unlock();
    },
  };
}

/** Opens the store of the writer's publications. */
function openPublished(config: Config, clock: ReaderClock, ends: AbortSignal) {
  return openStore(config, config.BLOBS, ends, { patience: PATIENCE, onTime: (time) => clock.heard('store', time) });
}

/** Returns the figures that are measured of a reader instance. */
function figuresOf({ serving, following, clock, outbox }: Measured) {
  const manifest = serving.current()?.manifest;
  return {
    ...{ number: manifest?.number ?? 0, madeAt: manifest ? Date.parse(manifest.madeAt) : 0 },
    ...{ failingSince: following.failure()?.since ?? null, ahead: clock.ahead() },
    ...{ waiting: outbox.waiting(), swaps: serving.swaps() },
  };
}

/** Listens where the configuration says; returns the address. */
async function listen(server: Server, { PORT, HOST }: Config): Promise<string> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(PORT, HOST, resolve);
  });
  const { address, port, family } = server.address() as AddressInfo;
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`;
}

/** Runs a function again and again, each time a while after the previous run has ended. */
function every(timers: Timers, milliseconds: number, run: () => Promise<void>): () => void {
  let isStopped = false;
  let callOff: () => void = () => undefined;
  const next = () => {
    callOff = timers.after(milliseconds, () => {
      void run().finally(() => {
        if (!isStopped) next();
      });
    });
  };
  next();
  return () => {
    isStopped = true;
    callOff();
  };
}

/** Returns the check for files of the built browser code: files of another version are served by the writer. */
function assetsIn(clientFolder: string | null): (name: string) => boolean {
  if (clientFolder === null) return () => true;
  const names = new Set(readdirSync(path.join(clientFolder, 'assets'), { recursive: true }).map(String));
  return (name) => names.has(name);
}
