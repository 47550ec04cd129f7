import { randomUUID } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import type { BlobStore } from '#server/adapters/blobs/blob-store.ts';
import { publishInProcess } from '#server/adapters/publication-process.ts';
import type { AppOptions } from '#server/app-options.ts';
import { findRestoredAt } from '#server/repositories/settings.ts';
import { createDueWatch } from '#server/services/publication/due-watch.ts';
import { OtherWriter } from '#server/services/publication/manifest-keeper.ts';
import { publicSettingsOf } from '#server/services/publication/public-settings.ts';
import { createPublications } from '#server/services/publication/publish-once.ts';
import { createPublisher, noPublisher, type Publisher } from '#server/services/publication/publisher.ts';
import { systemTimers } from '#shared/kernel/timers.ts';

interface PublisherParts extends AppOptions {
  store: BlobStore;
  log: FastifyBaseLogger;
}

/**
 * Creates the publisher of the configuration. It works only where READER_SECRET is set, because only sites with reader
 * instances need it.
 */
export function createConfiguredPublisher(options: PublisherParts): Publisher {
  const { config, clock, database, siteId, store, version, log, timers = systemTimers } = options;
  if (config.READER_SECRET === undefined || options.isBesideServer) return noPublisher;
  const { now } = clock;
  const make = options.makePublication ?? publishInProcess(config, siteId);
  return createPublisher({
    publications: createPublications({
      ...{ store, siteId, writer: randomUUID(), program: version, make, now },
      restoredAt: () => findRestoredAt(database.db),
      settings: publicSettingsOf(config),
    }),
    due: createDueWatch(database.db),
    timers,
    clock,
    onPublished: ({ number, database: { bytes } }) => log.info({ number, bytes }, 'published to readers'),
    onError(error) {
      if (error instanceof OtherWriter) log.error(error.message);
      else log.error({ err: error }, 'what has changed could not be published to readers; tried again');
    },
  });
}
