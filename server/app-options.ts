import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyServerOptions } from 'fastify';
import type { Clock } from '#shared/kernel/clock.ts';
import type { Timers } from '#shared/kernel/timers.ts';
import type { Passwords } from './adapters/passwords.ts';
import type { EncodePicture } from './adapters/picture-encoding.ts';
import type { Config } from './config.ts';
import type { OpenDatabase } from './db/open.ts';
import type { SiteRenderer } from './http/pages/render-page.ts';
import type { ReaderSide } from './reader/reader-side.ts';
import type { MakeBackup } from './services/backup/backup-service.ts';
import type { DurableListener } from './services/events/durable-listener.ts';
import type { MakeExport } from './services/export/export-service.ts';
import type { WorkOnImport } from './services/imports/import-service.ts';
import type { ShippedStep } from './services/prompt-templates.ts';
import type { MakePublication } from './services/publication/make-publication.ts';
import type { TokenCount } from './workers/tokens-count.ts';
import type { WorkerClient } from './workers/worker-client.ts';

/** The parts from which a server is created. */
export interface AppOptions {
  config: Config;
  clock: Clock;
  database: OpenDatabase;
  site: SiteRenderer;
  /** The folder of the built browser files; null in development, where Vite serves them. */
  clientFolder: string | null;
  version: string;
  siteId: string;
  sessionSecret: string;
  logger?: FastifyServerOptions['logger'];
  /** The steps of the chained prompts in their order, with their shipped prompts; those of a first start when absent. */
  steps?: readonly ShippedStep[] | undefined;
  /** The timers by which retried AI calls and deliveries wait; the system's timers when absent. */
  timers?: Timers | undefined;
  /** Listeners that receive events of posts in addition to those of `listeners/durable.ts` (tests). */
  listeners?: readonly DurableListener[] | undefined;
  /** Makes a backup; when absent, the built program does it in a separate process. */
  makeBackup?: MakeBackup | undefined;
  /** Makes an export; when absent, a separate process does it. */
  makeExport?: MakeExport | undefined;
  /** Does the pending work of an import; when absent, the built program does it in a separate process. */
  workOnImport?: WorkOnImport | undefined;
  /** Makes a publication for reader instances; when absent, a separate process does it. */
  makePublication?: MakePublication | undefined;
  /**
   * Makes pictures from an upload; when absent, a separate process does it (tests: each would load the codecs again).
   */
  encodePicture?: EncodePicture | undefined;
  /**
   * Whether the app only answers, for a command beside the server: it has no jobs, and stores nothing in the data
   * folder.
   */
  isBesideServer?: boolean;
  /** The parts of a reader instance that replace the writer's; absent on the writer. */
  reader?: ReaderSide | undefined;
  /**
   * The origin that receives the forms of published pages: when it is set, pages are made to be published as files
   * (docs/rules.md, "Static publication"); when absent, they are pages of this server.
   */
  publishedFor?: string | undefined;
  /**
   * The average duration of a turn of the event loop, in milliseconds, above which requests are turned away as too
   * many; 0 for never (tests, whose own work fills the turns).
   */
  busyAfterMs?: number;
  /**
   * The factor by which a search, and counting tokens, may wait and take longer than usual; 1 when absent (tests, on a
   * machine that has other work).
   */
  patience?: number;
  /** Counts tokens; when absent, the app has its own thread for it (tests: each would read its table again). */
  tokenThread?: WorkerClient<string, TokenCount> | undefined;
  /** The hashing of passwords; when absent, argon2 with its own parameters (tests, most of which sign somebody in). */
  passwords?: Passwords;
  /** Development only: serves Vite's files (modules, hot reload), asked before everything else. */
  development?: { middleware: (request: IncomingMessage, response: ServerResponse, next: () => void) => void };
}
