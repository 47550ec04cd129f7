import { access } from 'node:fs/promises';
import multipart from '@fastify/multipart';
import rateLimit from '@fastify/rate-limit';
import underPressure from '@fastify/under-pressure';
import Fastify, { type FastifyInstance, type FastifyRequest, LogController } from 'fastify';
import { bodyLimits } from '#shared/contract/endpoint.ts';
import { systemTimers, type Timers } from '#shared/kernel/timers.ts';
import type { AppOptions } from './app-options.ts';
import { createServices } from './composition/create-services.ts';
import { checkAnswers } from './db/check.ts';
import { addApiTokens } from './http/api-token.ts';
import { believeReaders } from './http/believe-readers.ts';
import { limitBodyTime } from './http/body-time.ts';
import { compressJson } from './http/compress-json.ts';
import { adminPolicy, policyInPage } from './http/content-policy.ts';
import { refuseCrossSite } from './http/cross-site.ts';
import { addDataMetrics } from './http/data-metrics.ts';
import { addEdgeMetrics } from './http/edge-metrics.ts';
import { handleError } from './http/error-handler.ts';
import { holdUntilFlushed } from './http/flushed-answers.ts';
import { closeIdleOnShutdown } from './http/idle-connections.ts';
import { createKnowsHost, refuseUnknownHosts } from './http/known-hosts.ts';
import { addMcp } from './http/mcp/mcp-route.ts';
import { addMetrics, type Metrics } from './http/metrics.ts';
import { noteRefusals } from './http/note-refusals.ts';
import { refuseOtherSite } from './http/other-site.ts';
import { watchOwnAddresses } from './http/own-addresses.ts';
import { PageCache } from './http/page-cache.ts';
import { ADMIN_SCRIPTS } from './http/pages/admin-page.ts';
import { answerFromCache } from './http/pages/cached-sender.ts';
import { addSite } from './http/pages/site.ts';
import { addPublicationMetrics } from './http/publication-metrics.ts';
import { letPublishedPagesIn } from './http/published-pages.ts';
import { readJson } from './http/read-json.ts';
import { addRequestLog } from './http/request-log.ts';
import { queueRequests } from './http/request-queue.ts';
import { addSecurityHeaders } from './http/security-headers.ts';
import { addSessions } from './http/session.ts';
import { addFiles } from './http/static-files.ts';
import { refuseUnknownAddresses } from './http/unknown-addresses.ts';
import { createJobs, startJobs } from './jobs/index.ts';
import { durableListeners } from './listeners/durable.ts';
import { dropAtEdges } from './listeners/edge.ts';
import { watchEmbeds } from './listeners/embed-policy.ts';
import { dropPages } from './listeners/invalidate-pages.ts';
import { publishChanges } from './listeners/publication.ts';
import { findPictureFate, hasPictureFile } from './repositories/image-addresses.ts';
import { addAiRoutes } from './routes/ai.ts';
import { addAiBatchRoutes } from './routes/ai-batches.ts';
import { addAiProviderRoutes } from './routes/ai-providers.ts';
import { addAuditRoutes } from './routes/audit.ts';
import { addAuthRoutes } from './routes/auth.ts';
import { addBackupRoutes } from './routes/backups.ts';
import { addCalendarRoutes } from './routes/calendar.ts';
import { addCatalogRoutes } from './routes/catalog.ts';
import { addContactRoutes } from './routes/contact.ts';
import { addContactMessageRoutes } from './routes/contact-messages.ts';
import { addEdgeRoutes } from './routes/edge.ts';
import { addExportRoutes } from './routes/exports.ts';
import { addHistoryRoutes } from './routes/history.ts';
import { addImageRoutes } from './routes/images.ts';
import { addImportRoutes } from './routes/imports.ts';
import { addJudgeRoutes } from './routes/judge.ts';
import { addLetterRoutes } from './routes/letters.ts';
import { addLinkRoutes } from './routes/links.ts';
import { addListRoutes } from './routes/lists.ts';
import { addMetaRoutes } from './routes/meta.ts';
import { addManyPostsRoutes } from './routes/posts/many-posts.ts';
import { addPendingRoutes } from './routes/posts/pending.ts';
import { addPostRoutes } from './routes/posts/posts.ts';
import { addPostAdminRoutes } from './routes/posts/posts-admin.ts';
import { addProposalRoutes } from './routes/posts/proposals.ts';
import { addUnpublishedRoutes } from './routes/posts/unpublished.ts';
import { addPublicationRoutes } from './routes/publication.ts';
import { PICTURE_LIMITS } from './routes/read-picture.ts';
import { addReaderDeliveryRoutes } from './routes/reader-deliveries.ts';
import { addRedirectRoutes } from './routes/redirects.ts';
import { createRegister } from './routes/register.ts';
import { createAuthCookies } from './routes/second-factors/auth-cookies.ts';
import { addSecondFactorRoutes } from './routes/second-factors/second-factors.ts';
import { addSignInStepRoutes } from './routes/second-factors/sign-in-steps.ts';
import { addSettingsRoutes } from './routes/settings.ts';
import { addStatisticsRoutes } from './routes/statistics.ts';
import { addSubscriberRoutes } from './routes/subscribers.ts';
import { addTokenRoutes } from './routes/tokens.ts';
import { addWebhookRoutes } from './routes/webhooks.ts';
import { addWorkspaceRoutes } from './routes/workspace.ts';
import { clientNetwork } from './services/client-network.ts';
import { createEventDispatcher } from './services/events/dispatcher.ts';
import type { Services } from './services/index.ts';
import type { Destinations } from './services/links/destinations.ts';
import type { ConfirmationRetries } from './services/subscribers/invitations.ts';
import { createWebhookParts, type WebhookOutbox } from './services/webhooks/index.ts';
import { INLINE_SCRIPTS } from './site/server/inline-scripts.ts';
import { landingPages } from './site/server/landing/landing-pages.ts';
import { createSiteInfo } from './site-info.ts';

/** The memory for cached pages, in bytes (decision 16). */
const PAGE_MEMORY = 32 * 1024 * 1024;

export interface App {
  http: FastifyInstance;
  services: Services;
  cache: PageCache;
  /** Finds where addresses of the site lead. */
  destinations: Destinations;
  /** The mails to new subscribers that must be tried again. */
  confirmations: ConfirmationRetries;
}

/**
 * Creates the server without listening: production runs the same server that tests build. Closing `http` ends its jobs
 * and writes the pending counts; the database stays open, and its owner must close it.
 */
export async function createApp(options: AppOptions): Promise<App> {
  const { config, clock, database, timers = systemTimers } = options;
  const isHttps = config.WRITER_URL.startsWith('https:');
  const hasEdge = config.EDGE_PURGE_URL.length > 0;
  const cache = new PageCache({ maxBytes: PAGE_MEMORY, now: clock.now, hasEdge });
  const http = createHttp(options);
  const { isServed, metrics } = await meetRequests(http, options, cache);
  await addSessions(http, { db: database.db, clock, secret: options.sessionSecret, isHttps });
  // After the sessions, which are written when an answer is sent.
  holdUntilFlushed(http, database.db);
  const webhookParts = createWebhookParts({
    ...{ db: database.db, clock, timers, config, sessionSecret: options.sessionSecret },
    onError: (error) => http.log.error({ err: error }, 'webhooks could not be sent what waits; tried again'),
  });
  const { outbox } = webhookParts;
  const { events, embeds } = await connectListeners(http, { ...options, outbox }, cache);
  const policy = { isHttps, hasAnalytics: config.ANALYTICS_ID !== undefined, inlineScripts: INLINE_SCRIPTS };
  await addSecurityHeaders(http, {
    ...policy,
    hasPolicy: !options.development,
    siteUrl: config.WRITER_URL,
    hasSubdomains: config.HSTS_SUBDOMAINS,
    embeds: embeds.current,
  });

  refuseUnknownAddresses(http);

  const landingPaths = landingPages.map(({ path }) => path);
  const { services, ...parts } = createServices({
    ...{ ...options, isServed, cache, events, webhookParts, landingPaths, log: http.log },
  });
  // After the listeners of the server's own page cache: an edge that asks again then gets the current page.
  events.listen(dropAtEdges(services.edge));
  events.listen(publishChanges(services.publication));
  const jobs = options.isBesideServer
    ? []
    : createJobs({ ...options, ...parts, services, events, outbox, log: http.log });
  const stopJobs = await startJobs(jobs);
  noteRefusals(http, services.audit);
  measure(metrics, options, services);
  endWithServer(http, services, async () => {
    // A store that does not answer must not delay the end.
    parts.endBlobs();
    await stopJobs();
  });
  closeIdleOnShutdown(http);

  await http.register((api) => addApi(api, { options, services, timers, metrics, landingPaths }));
  addMcp(http, { services, siteUrl: config.SITE_URL, version: options.version, clock });
  await addFiles(http, {
    fateOf: (id) => findPictureFate(database.db, id),
    hasFile: (name) => hasPictureFile(database.db, name),
    blobs: parts.pictureFiles.blobs,
    clientFolder: options.clientFolder,
  });
  await addSite(http, {
    services,
    site: options.site,
    siteId: options.siteId,
    info: createSiteInfo({ config, writer: options.publishedFor }, services.settings, cache),
    policyInPage:
      options.publishedFor === undefined
        ? null
        : policyInPage({ ...policy, writer: options.publishedFor }, embeds.current),
    adminPolicy: options.development ? null : adminPolicy({ ...policy, inlineScripts: ADMIN_SCRIPTS }),
    securityContact: config.SECURITY_CONTACT,
    siteUrl: config.SITE_URL,
    cache,
    clock,
    hub: config.WEBSUB_HUB,
    indexNowKey: config.INDEXNOW_KEY,
    cards: parts.cards,
    edgeMarks: hasEdge ? parts.edgeMarks : null,
  });
  return { http, services, cache, destinations: parts.destinations, confirmations: parts.confirmations };
}

/** Adds the metrics other than those of requests: of the data, its edges and its readers. */
function measure({ registry }: Metrics, { database, reader }: AppOptions, services: Services): void {
  addDataMetrics({ registry, database, backups: services.backups });
  addEdgeMetrics(registry, services.edge);
  reader?.addMetrics(registry);
  addPublicationMetrics(registry, services.publication);
}

/** Adds everything that a request passes before its session is looked up, in this order. */
async function meetRequests(http: FastifyInstance, options: AppOptions, cache: PageCache) {
  const { config, clock } = options;
  // Before everything that asks which client has sent a request.
  believeReaders(http, { secret: config.READER_SECRET, clock });
  limitBodyTime(http, systemTimers);
  http.setErrorHandler(handleError);
  const isServed = watchOwnAddresses(http);
  // A body declared as text is never read as JSON.
  http.removeContentTypeParser('text/plain');
  readJson(http);

  const { development } = options;
  if (development) {
    http.addHook('onRequest', (request, reply, done) => development.middleware(request.raw, reply.raw, done));
  }
  const knowsHost = createKnowsHost(config.SITE_URL, config.WRITER_URL);
  answerFromCache(http, cache, knowsHost);
  const metrics = addMetrics(http, { cache, token: config.METRICS_TOKEN });
  addRequestLog(http);
  refuseUnknownHosts(http, knowsHost);
  letPublishedPagesIn(http, config);
  refuseCrossSite(http, config.WRITER_URL);
  // The delay is measured over five seconds: after one hiccup (a machine that woke up, a neighbour who took the
  // processor) a shorter measurement would turn readers away although nothing is wrong any more.
  await http.register(underPressure, {
    maxEventLoopDelay: options.busyAfterMs ?? 1000,
    sampleInterval: 5000,
    retryAfter: 5,
  });
  queueRequests(http);
  await http.register(rateLimit, {
    ...{ global: false, keyGenerator: ({ ip }: FastifyRequest) => clientNetwork(ip) },
    ...(options.reader && { store: options.reader.limits }),
  });
  return { isServed, metrics };
}

/**
 * The milliseconds that one part may take to be added. One of them lists a folder; a start just after a large import, or
 * while another program fills the disk, has waited for more than Fastify's ten seconds for that.
 */
const SLOWEST_START = 2 * 60 * 1000;

/** Creates an HTTP server without routes. */
function createHttp(options: Pick<AppOptions, 'config' | 'logger'>): FastifyInstance {
  return Fastify({
    logger: options.logger ?? false,
    // addRequestLog writes one line for each request.
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: options.config.TRUST_PROXY,
    // Each call of the contract that accepts more sets its own limit.
    bodyLimit: bodyLimits.none,
    routerOptions: { maxParamLength: 2000 },
    pluginTimeout: SLOWEST_START,
    frameworkErrors: (error, request, reply) => {
      handleError(error, request, reply);
    },
  });
}

interface ApiParts {
  options: AppOptions;
  services: Services;
  timers: Timers;
  metrics: Metrics;
  /** The addresses of the landing pages. */
  landingPaths: readonly string[];
}

/** Adds every call of the contract. */
async function addApi(
  api: FastifyInstance,
  { options, services, timers, metrics, landingPaths }: ApiParts,
): Promise<void> {
  const { config, clock, database } = options;
  await api.register(multipart, { limits: PICTURE_LIMITS });
  compressJson(api);
  refuseOtherSite(api, options.siteId);
  addApiTokens(api, services.apiTokens);
  const { register, rest } = createRegister(api, { clock, note: services.audit.note });
  const siteName = async () => (await services.settings.get()).siteName;
  addPostRoutes(register, services);
  addPostAdminRoutes(register, services);
  addManyPostsRoutes(register, services, timers);
  addUnpublishedRoutes(register, services);
  addPendingRoutes(register, services);
  addCalendarRoutes(register, services);
  addListRoutes(register, services);
  addCatalogRoutes(register, services);
  addAiProviderRoutes(register, services);
  addAiBatchRoutes(register, services);
  addRedirectRoutes(register, services);
  addLinkRoutes(register, services);
  addJudgeRoutes(register, services);
  addImageRoutes(register, services);
  addImportRoutes(register, services);
  addHistoryRoutes(register, services);
  addAuditRoutes(register, services);
  addContactRoutes(register, services);
  addContactMessageRoutes(register, services);
  addSubscriberRoutes(register, services);
  addSettingsRoutes(register, services);
  addBackupRoutes(register, services, timers);
  addExportRoutes(register, services, { clock, timers });
  addEdgeRoutes(register, services);
  addPublicationRoutes(register, services);
  addReaderDeliveryRoutes(register, services);
  const signInParts = {
    services,
    clock,
    siteUrl: config.WRITER_URL,
    cookies: createAuthCookies(config.WRITER_URL.startsWith('https:')),
  };
  addAuthRoutes(register, signInParts);
  addSignInStepRoutes(register, signInParts);
  addSecondFactorRoutes(register, { ...signInParts, siteName });
  addAiRoutes(register, services, timers);
  addTokenRoutes(register, services);
  addLetterRoutes(register, services);
  addProposalRoutes(register, services);
  addWebhookRoutes(register, services);
  addStatisticsRoutes(register, services, landingPaths);
  addWorkspaceRoutes(register, services, timers);
  addMetaRoutes(register, {
    version: options.version,
    siteId: options.siteId,
    siteUrl: config.SITE_URL,
    siteName,
    checkReady: async () => {
      checkAnswers(database);
      await access(config.DATA_DIR);
    },
    edge: services.edge,
    ...(options.reader && { isBehind: options.reader.isBehind }),
    metrics,
  });
  rest();
}

/** Ends pending work when the server closes: first everything that holds connections open, at last the services. */
function endWithServer(http: FastifyInstance, services: Services, endOthers: () => Promise<void>): void {
  http.addHook('onClose', async () => {
    await endOthers();
    await services.close();
  });
  // Before the runs' calls end: a run whose call failed because of the server's end would count as failed itself.
  http.addHook('preClose', () => services.aiBatches.close());
  // A client that waits for an AI answer holds a connection open, for which the server would wait.
  http.addHook('preClose', () => services.ai.close());
  // So does a client that downloads an export.
  http.addHook('preClose', async () => services.exports.close());
  // So does a client that watches the workspace.
  http.addHook('preClose', async () => services.workspace.endWatching());
}

/** Creates the events, and connects the listeners in this process. */
async function connectListeners(
  http: FastifyInstance,
  options: AppOptions & { outbox: WebhookOutbox },
  cache: PageCache,
) {
  const { database, clock } = options;
  const events = createEventDispatcher({
    db: database.db,
    durable: [...durableListeners({ ...options, log: http.log }), ...(options.listeners ?? [])],
    timers: options.timers ?? systemTimers,
    onError: (error, listener) => http.log.error({ err: error, listener }, 'events could not be told; tried again'),
  });
  events.listen(dropPages(cache));
  const embeds = await watchEmbeds({
    db: database.db,
    clock,
    // The policy is a header of every page, so every cached page must be dropped.
    onChange: () => events.tell({ type: 'site-changed', what: 'unknown' }),
    onError: (error) => http.log.error({ err: error }, 'the embeds in use could not be read'),
  });
  events.listen(embeds.listener);
  return { events, embeds };
}
