import path from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import type { RenderedContent } from '#shared/content/pipeline.ts';
import { systemTimers } from '#shared/kernel/timers.ts';
import { backupInProcess } from './adapters/backup-process.ts';
import { openSiteBlobs, openStore } from './adapters/blobs/open-blobs.ts';
import { type CardFiles, createCardFiles } from './adapters/card-files.ts';
import { createDiskReserve, noReserve } from './adapters/disk-reserve.ts';
import { exportInProcess } from './adapters/export-process.ts';
import { importInProcess } from './adapters/import-process.ts';
import { createKnownPasswords } from './adapters/known-passwords.ts';
import { createLetterCarrier } from './adapters/letters/letter-carrier.ts';
import { createSmtpMailer } from './adapters/mailer.ts';
import { argon2Passwords } from './adapters/passwords.ts';
import { createPictureFiles, type PictureFiles } from './adapters/picture-files.ts';
import { createPictureProcess, type PictureProcess } from './adapters/picture-process.ts';
import type { AppOptions } from './app-options.ts';
import { createConfiguredEdges } from './create-edges.ts';
import { createConfiguredPublisher } from './create-publisher.ts';
import type { PageCache } from './http/page-cache.ts';
import { pictureRecords } from './repositories/images.ts';
import { addViews } from './repositories/posts/posts.ts';
import type { AlikeRequest } from './repositories/search/alike.ts';
import type { SearchAnswer, SearchRequest } from './repositories/search/search-index.ts';
import { findPostStyle } from './repositories/site-settings.ts';
import { addStatistics } from './repositories/statistics/add-statistics.ts';
import { createDraftReader } from './services/ai/draft-reader.ts';
import { createAi } from './services/ai/index.ts';
import { createSuggestionMaterial } from './services/ai/suggestions/create-material.ts';
import { createAiBatchService } from './services/ai-batches/index.ts';
import { createAuditService } from './services/audit/index.ts';
import { createAuthService } from './services/auth.ts';
import { createAuthorService } from './services/authors.ts';
import { createBackupService } from './services/backup/backup-service.ts';
import { createCalendarService } from './services/calendar.ts';
import { createCategoryService } from './services/categories.ts';
import { createCodexService } from './services/codices.ts';
import { createContactService } from './services/contact.ts';
import { createContactMessageService } from './services/contact-messages.ts';
import { createContentService } from './services/content.ts';
import { createDeviceKeys } from './services/device-keys.ts';
import type { EdgeMarks } from './services/edges/edge-marks.ts';
import type { Events } from './services/events/site-events.ts';
import { createExportService } from './services/export/export-service.ts';
import { createHistoryService } from './services/history/history.ts';
import { createIdempotency } from './services/idempotency.ts';
import { createImageService } from './services/images.ts';
import { createImportService } from './services/imports/import-service.ts';
import type { Services } from './services/index.ts';
import { createJudgeService } from './services/judge/judge-service.ts';
import { createLetters, type LetterWork } from './services/letters/index.ts';
import { createDestinations, type Destinations, type IsServed } from './services/links/destinations.ts';
import { createLinkService } from './services/links/link-service.ts';
import { createLongWrites, type LongWrites } from './services/long-writes.ts';
import { createAccountNotices } from './services/passwords/account-notices.ts';
import { createPasswordReset } from './services/passwords/password-reset.ts';
import { createPasswordRules } from './services/passwords/password-rules.ts';
import { createPendingChangeService } from './services/pending-changes.ts';
import { createPostCopies } from './services/post-copies.ts';
import { createPostPreviews } from './services/post-previews.ts';
import { createPostService } from './services/posts.ts';
import { createPostAdminService } from './services/posts-admin.ts';
import { createApiTokenService } from './services/programs/api-tokens.ts';
import { createProposalService } from './services/programs/proposals.ts';
import { createPromptTemplateService, SHIPPED_STEPS } from './services/prompt-templates.ts';
import { createReaderDeliveries } from './services/publication/deliveries.ts';
import { createRedirectService } from './services/redirects.ts';
import { createSearchService } from './services/search.ts';
import { createSecondFactors, hasSecondFactor } from './services/second-factors/index.ts';
import { createSessionService } from './services/sessions.ts';
import { createSettingsService } from './services/settings.ts';
import { createShareLinkService } from './services/share-links.ts';
import { pageKindOf } from './services/statistics/page-kind.ts';
import { createStatisticsRecorder } from './services/statistics/recorder.ts';
import { createStatisticsService } from './services/statistics/statistics.ts';
import { type ConfirmationRetries, createInvitations } from './services/subscribers/invitations.ts';
import { createSubscriberService } from './services/subscribers/subscriber-service.ts';
import { createSubscriptionService } from './services/subscribers/subscriptions.ts';
import { createTagService } from './services/tags.ts';
import { createViewCounter } from './services/view-counts.ts';
import type { WebhookParts } from './services/webhooks/index.ts';
import { createWebhookService } from './services/webhooks/webhook-service.ts';
import { createWorkspaceService } from './services/workspace/index.ts';
import { defaultSettings } from './site-info.ts';
import type { OriginatedWrite, ResultOf, WriteName } from './workers/apply-write.ts';
import type { MarkdownRequest } from './workers/render-markdown.ts';
import { createWorkerClient } from './workers/worker-client.ts';

/** The number of views in a kept page may be this old, in milliseconds: readings are no reason to make a page anew. */
const VIEWS_MAY_LAG = 10 * 60_000;

/** Milliseconds one write in the thread may take: a tag on 100,000 posts needs two minutes. */
const LONGEST_WRITE = 5 * 60 * 1000;

interface ServiceOptions extends AppOptions {
  /** Whether a route of the server's answers at an address. */
  isServed: IsServed;
  cache: PageCache;
  events: Events;
  webhookParts: WebhookParts;
  /** The addresses of the landing pages. */
  landingPaths: readonly string[];
  log: FastifyBaseLogger;
}

/** The services, and the parts of them that jobs work with as well. */
export interface ServiceParts {
  services: Services;
  longWrites: LongWrites;
  /** Gives up what is asked of a store elsewhere. */
  endBlobs: () => void;
  pictureFiles: PictureFiles;
  pictureProcess: PictureProcess;
  cards: CardFiles;
  letters: LetterWork;
  confirmations: ConfirmationRetries;
  destinations: Destinations;
  edgeMarks: EdgeMarks;
}

/** Every service with its adapters; the second half of the composition root. */
export function createServices(options: ServiceOptions): ServiceParts {
  const { config, clock, database, cache, events, log, patience = 1, passwords = argon2Passwords } = options;
  const { tell, tellPosts } = events;
  const { db } = database;
  const failed = (what: string) => (error: unknown) => log.error({ err: error }, what);

  const audit = createAuditService({ db, clock, onError: failed('something that happened could not be noted') });
  const searchWorker = createWorkerClient<SearchRequest | AlikeRequest, SearchAnswer>({
    name: 'search',
    workerData: { file: database.sqlite.name },
    // Who has waited for others has its own time still.
    waitMs: 5000 * patience,
    timeoutMs: 2000 * patience,
    startMs: 3000,
    timeoutCode: 'overloaded',
    maxQueue: 200,
    maxOfOneClient: 10,
  });
  const markdownWorker = createWorkerClient<MarkdownRequest, RenderedContent>({
    name: 'markdown',
    // By the clock, a loaded machine would have harmless texts refused.
    work: { limitMs: 2000, code: 'content_too_complex' },
    timeoutMs: 30_000,
    timeoutCode: 'overloaded',
    startMs: 8000,
    maxQueue: 100,
  });
  const writeWorker = createWorkerClient<OriginatedWrite, ResultOf<WriteName>>({
    name: 'writes',
    workerData: { file: database.sqlite.name },
    timeoutMs: LONGEST_WRITE,
    timeoutCode: 'overloaded',
    maxQueue: 20,
  });
  const longWrites = createLongWrites({ db, worker: writeWorker });
  const settings = createSettingsService({ db, clock, defaults: defaultSettings(config), tell });
  const ownerMail = config.CONTACT_TO ?? config.CONTACT_SUPPORT_EMAIL;
  const mailer = config.SMTP_URL ? createSmtpMailer(config.SMTP_URL, config.MAIL_FROM ?? ownerMail) : undefined;
  const mailTo = async () => config.CONTACT_TO || (await settings.get()).contact.support || ownerMail;

  const content = createContentService({
    worker: markdownWorker,
    pictureSizes: async (addresses) => Object.fromEntries(await pictureRecords(db, addresses)),
    style: () => findPostStyle(db),
  });
  const contact = createContactService({
    db,
    clock,
    mail: mailer && { mailer, to: mailTo },
    siteName: async () => (await settings.get()).siteName,
    onMailError: failed('a contact message is stored but could not be mailed'),
  });
  const { SMTP_URL: smtpUrl } = config;
  const letters = createLetters({
    ...{ db, clock, timers: options.timers ?? systemTimers, mailFrom: config.MAIL_FROM },
    ...{ siteUrl: config.SITE_URL, writerUrl: config.WRITER_URL },
    siteName: async () => (await settings.get()).siteName,
    openCarrier: smtpUrl === undefined ? undefined : () => createLetterCarrier(smtpUrl),
    onError: failed('letters could not be gone on with; tried again'),
  });
  const invitations = createInvitations({
    db,
    clock,
    mail: mailer && {
      mailer,
      async sender() {
        const { senderName, replyTo } = await letters.services.letterSettings.get();
        const name = senderName || (await settings.get()).siteName;
        const answers = replyTo || (await mailTo());
        return { replyTo: answers, from: { name, address: config.MAIL_FROM ?? answers } };
      },
      site: async () => ({ name: (await settings.get()).siteName, url: config.WRITER_URL }),
    },
    onMailError: failed('a mail to somebody who subscribes could not be sent'),
  });
  const siteName = async () => (await settings.get()).siteName;
  const rules = createPasswordRules(createKnownPasswords());
  const notices = createAccountNotices({
    ...{ clock, mail: mailer && { mailer, replyTo: mailTo } },
    site: { url: config.WRITER_URL, name: siteName },
    onError: failed('the owner could not be told by mail that the account was changed'),
  });
  const passwordReset = createPasswordReset({
    ...{ db, clock, passwords, rules, notices },
    mail: mailer && { mailer, replyTo: mailTo },
    site: { url: config.WRITER_URL, name: siteName },
    onError: failed('a link for a new password could not be mailed'),
  });
  const onViews = (slugs: readonly string[]) => {
    for (const slug of slugs) cache.expireWithin(`/post/${encodeURIComponent(slug)}`, VIEWS_MAY_LAG);
  };
  const views = createViewCounter({
    clock,
    store: async (readings) => onViews(await addViews(db, readings)),
    onError: failed('views could not be written; they are kept and tried again'),
  });
  const counting = createStatisticsRecorder({
    clock,
    siteUrl: config.SITE_URL,
    store: (sums) => addStatistics(db, sums),
    onError: failed('statistics could not be written; they are kept and tried again'),
  });
  const blobsEnd = new AbortController();
  const blobs = options.reader?.blobs ?? openSiteBlobs(config, blobsEnd.signal);
  const pictureFiles = createPictureFiles(blobs);
  const pictureProcess = createPictureProcess();
  const cards = options.reader?.cards ?? createCardFiles(blobs, pictureProcess);
  const reserve = options.isBesideServer ? noReserve : createDiskReserve(config.DATA_DIR);
  const idempotency = createIdempotency({ db, clock });
  const images = createImageService({
    db,
    idempotency,
    clock,
    files: pictureFiles,
    reserve,
    content,
    longWrites,
    tell,
    tellPosts,
    onFileError: failed('files of a deleted picture are still there; they are swept at the next start'),
  });
  const workspace = createWorkspaceService({
    db,
    clock,
    siteId: options.siteId,
    onError: failed('workspace updates could not be folded, or read for History; they are kept as they are'),
  });
  const backups = createBackupService({
    store: openStore(config, config.BACKUP_DIR, blobsEnd.signal),
    everyHours: config.BACKUP_EVERY_HOURS,
    keep: config.BACKUP_KEEP,
    clock,
    make: options.makeBackup ?? ((file, signal) => backupInProcess(config, file, signal)),
    onMade: (name, dropped) => log.info({ name, dropped }, 'a backup was made and proved'),
    onError: failed('the backup failed'),
  });

  const { edge, marks: edgeMarks } =
    options.reader?.edges ??
    createConfiguredEdges({
      config,
      timers: options.timers ?? systemTimers,
      clock,
      onError: (error, name) =>
        log.error({ err: error, edge: name }, 'an edge could not be told what to drop; tried again'),
    });

  const posts = createPostService({ db, clock });
  const destinations = createDestinations({ db, clock, isServed: options.isServed });
  const search = createSearchService({ db, clock, worker: searchWorker });
  const postAdmin = createPostAdminService({
    db,
    clock,
    content,
    longWrites,
    idempotency,
    tellPosts,
  });
  const links = createLinkService({
    db,
    clock,
    origin: config.SITE_URL,
    destinations,
    content,
    search,
    posts: postAdmin,
  });
  const tags = createTagService({ db, clock, longWrites, tell });
  const categories = createCategoryService({ db, clock, tell });
  const codices = createCodexService({ db, workspace, categories });
  const { sessionSecret, timers } = options;
  const devices = createDeviceKeys(sessionSecret);
  const draftReader = createDraftReader({
    onError: failed('what a model wrote could not be read for drafts; it is one draft as a whole'),
  });
  const { ai, aiProviders } = createAi({
    ...{ db, clock, config, sessionSecret, images, log, timers, draftReader, patience },
    material: createSuggestionMaterial({ db, links, tags, codices, files: pictureFiles }),
  });
  const judge = createJudgeService({ db, links, search, posts: postAdmin, codices, reader: ai.reader });
  const aiBatches = createAiBatchService({
    ...{ db, clock, ai, judge, codices, workspace, draftReader, siteId: options.siteId, usage: ai.usage },
    timers: timers ?? systemTimers,
    onError: failed('a batch could not do something; what is stored of it stays as it is'),
  });
  const pendingChanges = createPendingChangeService({ db, clock, content, longWrites, tellPosts });
  const imports = createImportService({
    db,
    clock,
    folder: path.join(config.DATA_DIR, 'imports'),
    largest: config.IMPORT_MAX_GB * 1024 ** 3,
    work: options.workOnImport ?? ((id, signal) => importInProcess(config, id, signal)),
    onError: failed('an import could not be done'),
  });
  const parts: Omit<Services, 'history'> = {
    ai,
    aiProviders,
    aiBatches,
    apiTokens: createApiTokenService({ db, clock }),
    webhooks: createWebhookService(options.webhookParts),
    auth: createAuthService({
      db,
      clock,
      passwords,
      devices,
      rules,
      siteName,
      notices,
      hasSecondFactor: (adminId) => hasSecondFactor(db, adminId),
    }),
    secondFactors: createSecondFactors({
      ...{ db, clock, devices, passwords, notices },
      sealingSecret: config.AI_KEY_SECRET ?? sessionSecret,
    }),
    sessions: createSessionService({ db, clock }),
    posts,
    postAdmin,
    postPreviews: createPostPreviews({ db, clock, content }),
    shareLinks: createShareLinkService({ db, clock, posts }),
    pendingChanges,
    postCopies: createPostCopies({ db, clock, siteId: options.siteId, pendingChanges }),
    proposals: createProposalService({ db, clock, content, pendingChanges, tellPosts }),
    calendar: createCalendarService({ db, clock }),
    categories,
    codices,
    tags,
    authors: createAuthorService({ db, clock, tell }),
    redirects: createRedirectService({ db, clock, origin: config.SITE_URL, destinations, tell }),
    ...letters.services,
    links,
    judge,
    search,
    contact,
    contactMessages: createContactMessageService({ db }),
    invitations,
    subscriptions: createSubscriptionService({ db, clock }),
    subscribers: createSubscriberService({ db, clock, canMail: mailer !== undefined }),
    images,
    imports,
    settings,
    promptTemplates: createPromptTemplateService({ db, clock, steps: options.steps ?? SHIPPED_STEPS }),
    content,
    views,
    counting,
    statistics: createStatisticsService({ db, clock, flush: counting.flush }),
    workspace,
    backups,
    exports: createExportService({
      db,
      files: pictureFiles,
      make: options.makeExport ?? exportInProcess(config),
      onError: failed('an export ended in the middle'),
    }),
    edge,
    publication: createConfiguredPublisher({ ...options, store: blobs.store }),
    readerDeliveries: createReaderDeliveries({
      ...{ db, clock, posts, views, counting, contact, invitations, onViews },
      pageKind: (first) => pageKindOf(first, options.landingPaths),
      onError: failed('what a reader has brought could not be stored; it brings it again'),
    }),
    audit,
    passwordReset,
    notices,
    async close() {
      const backupsEnd = backups.close();
      const importsEnd = imports.close();
      await aiBatches.close();
      await ai.close();
      await draftReader.close();
      await judge.close();
      await workspace.close();
      await reserve.settled();
      await views.flush();
      await counting.flush();
      await contact.settled();
      await invitations.settled();
      await passwordReset.settled();
      await notices.settled();
      await audit.close();
      mailer?.close();
      await Promise.all([searchWorker.close(), markdownWorker.close(), writeWorker.close(), backupsEnd, importsEnd]);
    },
  };
  const taking = options.reader?.taking({ db, config });
  const services: Services = {
    ...parts,
    ...(taking && { ...taking, views: { ...views, ...taking.views }, counting: { ...counting, ...taking.counting } }),
    history: createHistoryService({ db, clock, services: parts }),
  };
  const endBlobs = () => blobsEnd.abort(new Error('The server is stopping'));
  return {
    services,
    longWrites,
    endBlobs,
    pictureFiles,
    pictureProcess,
    cards,
    letters: letters.work,
    confirmations: invitations,
    destinations,
    edgeMarks,
  };
}
