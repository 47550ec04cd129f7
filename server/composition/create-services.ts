import type { CardFiles } from '#server/adapters/card-files.ts';
import type { PictureFiles } from '#server/adapters/picture-files.ts';
import type { PictureProcess } from '#server/adapters/picture-process.ts';
import { pictureRecords } from '#server/repositories/images.ts';
import { findPostStyle } from '#server/repositories/site-settings.ts';
import { createAuditService } from '#server/services/audit/index.ts';
import { createContentService } from '#server/services/content.ts';
import type { EdgeMarks } from '#server/services/edges/edge-marks.ts';
import { createHistoryService } from '#server/services/history/history.ts';
import type { Services } from '#server/services/index.ts';
import type { LetterWork } from '#server/services/letters/index.ts';
import type { Destinations } from '#server/services/links/destinations.ts';
import { createLongWrites, type LongWrites } from '#server/services/long-writes.ts';
import { createPromptTemplateService, SHIPPED_STEPS } from '#server/services/prompt-templates.ts';
import { createReaderDeliveries } from '#server/services/publication/deliveries.ts';
import { createSettingsService } from '#server/services/settings.ts';
import { pageKindOf } from '#server/services/statistics/page-kind.ts';
import type { ConfirmationRetries } from '#server/services/subscribers/invitations.ts';
import { createWebhookService } from '#server/services/webhooks/webhook-service.ts';
import { createWorkspaceService } from '#server/services/workspace/index.ts';
import { defaultSettings } from '#server/site-info.ts';
import { createAccount } from './create-account.ts';
import { createArchives } from './create-archives.ts';
import { createAssistance } from './create-assistance.ts';
import { createCorrespondence } from './create-correspondence.ts';
import { createCounting } from './create-counting.ts';
import { createConfiguredEdges } from './create-edges.ts';
import { createSiteMail } from './create-mail.ts';
import { createConfiguredPublisher } from './create-publisher.ts';
import { createStorage } from './create-storage.ts';
import { createThreads } from './create-threads.ts';
import { createWriting } from './create-writing.ts';
import { roomOptions, type ServiceOptions } from './service-options.ts';

/** The services, and those of their parts that jobs use as well. */
export interface ServiceParts {
  services: Services;
  longWrites: LongWrites;
  /** Moves what is in the database's log into the database, in a thread. */
  checkpoint: () => Promise<void>;
  /** Cancels the requests to a remote store. */
  endBlobs: () => void;
  pictureFiles: PictureFiles;
  pictureProcess: PictureProcess;
  cards: CardFiles;
  letters: LetterWork;
  confirmations: ConfirmationRetries;
  destinations: Destinations;
  edgeMarks: EdgeMarks;
}

/** Creates every service with its adapters; the second half of the composition root. */
export function createServices(given: ServiceOptions): ServiceParts {
  const options = roomOptions(given);
  const { config, clock, db, failed, siteId, reader } = options;
  const audit = createAuditService({ db, clock, onError: failed('something that happened could not be noted') });
  const threads = createThreads(options);
  const longWrites = createLongWrites({ db, worker: threads.writes });
  const settings = createSettingsService({ db, clock, defaults: defaultSettings(config), tell: options.events.tell });
  const content = createContentService({
    worker: threads.markdown,
    pictureSizes: async (addresses) => Object.fromEntries(await pictureRecords(db, addresses)),
    style: () => findPostStyle(db),
  });
  const workspace = createWorkspaceService({
    ...{ db, clock, siteId },
    onError: failed('workspace updates could not be folded, or read for History; they are kept as they are'),
  });
  const mail = createSiteMail(config, settings, db);
  const storage = createStorage(options);
  const correspondence = createCorrespondence(options, mail);
  const counting = createCounting(options);
  const writing = createWriting(options, { content, longWrites, workspace, threads, storage });
  const assistance = createAssistance(options, { ...writing.services, workspace }, storage);
  const { edge, marks: edgeMarks } = reader?.edges ?? createConfiguredEdges(options);
  const made: Omit<Services, 'history' | 'readerDeliveries' | 'close'> = {
    ...{ audit, settings, content, workspace, edge },
    ...createAccount(options, mail),
    ...createArchives(options, storage),
    ...correspondence.services,
    ...counting.services,
    ...writing.services,
    ...assistance.services,
    webhooks: createWebhookService(options.webhookParts),
    promptTemplates: createPromptTemplateService({ db, clock, steps: options.steps ?? SHIPPED_STEPS }),
    publication: createConfiguredPublisher({ ...options, store: storage.blobs.store }),
  };
  const parts: Omit<Services, 'history'> = {
    ...made,
    readerDeliveries: createReaderDeliveries({
      ...{ ...made, db, clock, onViews: counting.onViews },
      pageKind: (first) => pageKindOf(first, options.landingPaths),
      onError: failed('what a reader has brought could not be stored; it brings it again'),
    }),
    async close() {
      const archivesEnd = [made.backups.close(), made.imports.close()];
      await assistance.close();
      await workspace.close();
      await storage.reserve.settled();
      await settle(made);
      await audit.close();
      mail.mailer?.close();
      await Promise.all([threads.close(), storage.close(), ...archivesEnd]);
    },
  };
  const taking = reader?.taking({ db, config });
  const services: Services = {
    ...parts,
    ...(taking && {
      ...taking,
      views: { ...parts.views, ...taking.views },
      counting: { ...parts.counting, ...taking.counting },
    }),
    history: createHistoryService({ db, clock, services: parts }),
  };
  return {
    checkpoint: () => threads.checkpoints.ask(null),
    ...{ services, longWrites, edgeMarks, destinations: writing.destinations, endBlobs: storage.end },
    ...{ pictureFiles: storage.pictureFiles, pictureProcess: storage.pictureProcess, cards: storage.cards },
    ...correspondence.work,
  };
}

/** Writes the pending counts, and waits until pending mail is sent. */
async function settle(
  made: Pick<Services, 'views' | 'counting' | 'contact' | 'invitations' | 'passwordReset' | 'notices'>,
) {
  await made.views.flush();
  await made.counting.flush();
  await made.contact.settled();
  await made.invitations.settled();
  await made.passwordReset.settled();
  await made.notices.settled();
}
