import { access } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import multipart from '@fastify/multipart';
import rateLimit from '@fastify/rate-limit';
import underPressure from '@fastify/under-pressure';
import Fastify, { type FastifyInstance, type FastifyServerOptions, LogController } from 'fastify';
import { bodyLimits } from '#shared/contract/endpoint.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import { systemTimers, type Timers } from './adapters/ai/timers.ts';
import { collectGarbage } from './adapters/garbage.ts';
import type { Config } from './config.ts';
import { createServices } from './create-services.ts';
import type { OpenDatabase } from './db/open.ts';
import { compressJson } from './http/compress-json.ts';
import { refuseCrossSite } from './http/cross-site.ts';
import { addDataMetrics } from './http/data-metrics.ts';
import { handleError } from './http/error-handler.ts';
import { addFiles } from './http/files.ts';
import { addMetrics } from './http/metrics.ts';
import { refuseOtherSite } from './http/other-site.ts';
import { PageCache } from './http/page-cache.ts';
import { answerFromCache, type SiteRenderer } from './http/pages/page-routes.ts';
import { addSite } from './http/pages/site.ts';
import { dropQuietConnections } from './http/quiet-connections.ts';
import { addRequestLog } from './http/request-log.ts';
import { addSecurityHeaders } from './http/security-headers.ts';
import { addSessions } from './http/session.ts';
import { takeTurns } from './http/turns.ts';
import { watchDuePosts } from './jobs/due-posts.ts';
import { watchForeignWrites } from './jobs/foreign-writes.ts';
import { embedsInUse } from './repositories/embeds.ts';
import { addAiRoutes } from './routes/ai.ts';
import { addAuthRoutes } from './routes/auth.ts';
import { addBackupRoutes } from './routes/backups.ts';
import { addCatalogRoutes } from './routes/catalog.ts';
import { addContactRoutes } from './routes/contact.ts';
import { addContactMessageRoutes } from './routes/contact-messages.ts';
import { addImageRoutes } from './routes/images.ts';
import { addListRoutes } from './routes/lists.ts';
import { addMetaRoutes } from './routes/meta.ts';
import { addPostRoutes } from './routes/posts.ts';
import { addPostAdminRoutes } from './routes/posts-admin.ts';
import { PICTURE_LIMITS } from './routes/read-picture.ts';
import { createRegister } from './routes/register.ts';
import { addSettingsRoutes } from './routes/settings.ts';
import { addWorkspaceRoutes } from './routes/workspace.ts';
import type { MakeBackup } from './services/backup/backup-service.ts';
import type { Services } from './services/index.ts';
import { START_SCRIPT } from './site/start-script.ts';
import { THEME_SCRIPT } from './site/theme-script.ts';
import { createSiteInfo } from './site-info.ts';

/** Bytes of rendered pages kept (decision 7). */
const PAGE_MEMORY = 12 * 1024 * 1024;

export interface AppOptions {
  config: Config;
  clock: Clock;
  database: OpenDatabase;
  site: SiteRenderer;
  /** Folder of the built browser files; null in development, where Vite serves them. */
  clientFolder: string | null;
  version: string;
  siteId: string;
  sessionSecret: string;
  logger?: FastifyServerOptions['logger'];
  /** How the AI calls wait; the system's timers when absent. */
  timers?: Timers | undefined;
  /** How a backup is made; by the built program in a process of its own when absent. */
  makeBackup?: MakeBackup | undefined;
  /**
   * Milliseconds a turn of the event loop takes on average when requests are turned away as too many; 0 for never
   * (tests, whose own work fills the turns).
   */
  busyAfterMs?: number;
  /** Development only: what Vite serves (modules, hot reload), asked before everything else. */
  development?: { middleware: (request: IncomingMessage, response: ServerResponse, next: () => void) => void };
}

export interface App {
  http: FastifyInstance;
  services: Services;
  cache: PageCache;
}

/**
 * The server, put together but not listening: what production runs is what tests build. Closing `http` ends its jobs
 * and writes what was only counted; the database stays open and is its owner's to close.
 */
export async function createApp(options: AppOptions): Promise<App> {
  const { config, clock, database } = options;
  const isHttps = config.SITE_URL.startsWith('https:');
  const cache = new PageCache({ maxBytes: PAGE_MEMORY, now: clock.now, onMuchReplaced: collectGarbage });
  const http: FastifyInstance = Fastify({
    logger: options.logger ?? false,
    // One line a request is written by addRequestLog.
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: config.TRUST_PROXY,
    bodyLimit: bodyLimits.json,
    requestTimeout: 60_000,
    routerOptions: { maxParamLength: 2000 },
    frameworkErrors: (error, request, reply) => {
      handleError(error, request, reply);
    },
  });
  http.setErrorHandler(handleError);
  // A body that claims to be text is never read as JSON.
  http.removeContentTypeParser('text/plain');

  const { development } = options;
  if (development) {
    http.addHook('onRequest', (request, reply, done) => development.middleware(request.raw, reply.raw, done));
  }
  answerFromCache(http, cache);
  const metrics = addMetrics(http, { cache, token: config.METRICS_TOKEN });
  addRequestLog(http);
  refuseCrossSite(http, config.SITE_URL);
  // Looked at over five seconds: after one hiccup (a machine that woke up, a neighbour who took the processor) a shorter
  // look would turn readers away although nothing is wrong any more.
  await http.register(underPressure, {
    maxEventLoopDelay: options.busyAfterMs ?? 1000,
    sampleInterval: 5000,
    retryAfter: 5,
  });
  takeTurns(http);
  await http.register(rateLimit, { global: false });
  await addSessions(http, {
    db: database.db,
    clock,
    secret: options.sessionSecret,
    isHttps,
  });
  const { embeds, changed } = await watchContent(http, options, cache);
  await addSecurityHeaders(http, {
    hasPolicy: !development,
    siteUrl: config.SITE_URL,
    hasAnalytics: config.ANALYTICS_ID !== undefined,
    inlineScripts: [THEME_SCRIPT, START_SCRIPT],
    embeds: () => embeds.current,
  });

  const services = createServices({ ...options, cache, onContentChange: changed, log: http.log });
  addDataMetrics({ registry: metrics.registry, database, backups: services.backups });
  http.addHook('onClose', () => services.close());
  // Who waits for an AI answer holds a connection open, and the server would wait for that.
  http.addHook('preClose', () => services.ai.close());
  // So does who watches the workspace.
  http.addHook('preClose', async () => services.workspace.endWatching());
  dropQuietConnections(http);

  await http.register(async (api) => {
    await api.register(multipart, { limits: PICTURE_LIMITS });
    compressJson(api);
    refuseOtherSite(api, options.siteId);
    const { register, rest } = createRegister(api);
    addPostRoutes(register, services);
    addPostAdminRoutes(register, services);
    addListRoutes(register, services);
    addCatalogRoutes(register, services);
    addImageRoutes(register, services);
    addContactRoutes(register, services);
    addContactMessageRoutes(register, services);
    addSettingsRoutes(register, services);
    addBackupRoutes(register, services);
    addAuthRoutes(register, services, { clock, isHttps });
    addAiRoutes(register, services, options.timers ?? systemTimers);
    addWorkspaceRoutes(register, services, options.timers ?? systemTimers);
    addMetaRoutes(register, {
      version: options.version,
      siteId: options.siteId,
      siteUrl: config.SITE_URL,
      siteName: async () => (await services.settings.get()).siteName,
      checkReady: async () => {
        database.sqlite.prepare('select 1').get();
        await access(config.DATA_DIR);
      },
      metrics,
    });
    rest();
  });
  await addFiles(http, { dataFolder: config.DATA_DIR, clientFolder: options.clientFolder });
  await addSite(http, {
    services,
    site: options.site,
    siteId: options.siteId,
    info: createSiteInfo(config, services.settings, cache),
    cache,
    clock,
  });
  return { http, services, cache };
}

/** Keeps pages true when something is written elsewhere or a scheduled post's time comes. */
async function watchContent(http: FastifyInstance, { clock, database }: AppOptions, cache: PageCache) {
  const embeds = { current: await embedsInUse(database.db, clock.now()) };
  const onError = (error: unknown) => http.log.error({ err: error }, 'a background task failed');
  const due = watchDuePosts({ db: database.db, clock, onDue: () => changed(), onError });
  const changed = () => {
    cache.invalidate();
    embedsInUse(database.db, clock.now()).then((found) => {
      const isSame = found.size === embeds.current.size && [...found].every((name) => embeds.current.has(name));
      if (isSame) return;
      embeds.current = found;
      // A page made meanwhile carries the policy of before.
      cache.invalidate();
    }, onError);
    due.refresh().catch(onError);
  };
  await due.refresh();
  const stopWatching = watchForeignWrites(database, changed);
  http.addHook('onClose', async () => {
    stopWatching();
    due.stop();
  });
  return { embeds, changed };
}
