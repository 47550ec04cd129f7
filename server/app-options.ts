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

/** What a server is put together from. */
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
  /** The steps of the chained prompts in their order, with their shipped prompts; those of a first start when absent. */
  steps?: readonly ShippedStep[] | undefined;
  /** How AI calls and deliveries that are tried again wait; the system's timers when absent. */
  timers?: Timers | undefined;
  /** Told of events of posts beside those of `listeners/durable.ts` (tests). */
  listeners?: readonly DurableListener[] | undefined;
  /** How a backup is made; by the built program in a process of its own when absent. */
  makeBackup?: MakeBackup | undefined;
  /** How an export is made; in a process of its own when absent. */
  makeExport?: MakeExport | undefined;
  /** How what an import waits for is done; by the built program in a process of its own when absent. */
  workOnImport?: WorkOnImport | undefined;
  /** How a publication for readers is made; in a process of its own when absent. */
  makePublication?: MakePublication | undefined;
  /** How an upload is made into pictures; in a process of its own when absent (tests: each would load the codecs anew). */
  encodePicture?: EncodePicture | undefined;
  /** An app that only answers, for a command beside the server: it has no jobs, and keeps nothing in the data folder. */
  isBesideServer?: boolean;
  /** What a reader instance does in the writer's place; absent on the writer. */
  reader?: ReaderSide | undefined;
  /**
   * Pages are made to be published as files, whose readers' forms this origin takes (docs/rules.md, "Static publication");
   * pages of this server when absent.
   */
  publishedFor?: string | undefined;
  /**
   * Milliseconds a turn of the event loop takes on average when requests are turned away as too many; 0 for never
   * (tests, whose own work fills the turns).
   */
  busyAfterMs?: number;
  /** Times as long as usual that a search, and counting tokens, may wait and take; 1 when absent (tests, on a machine that has other work). */
  patience?: number;
  /** What counts tokens; a thread of the app's own when absent (tests: each would read its table anew). */
  tokenThread?: WorkerClient<string, TokenCount> | undefined;
  /** How passwords are kept; argon2 with its own parameters when absent (tests, of which most sign somebody in). */
  passwords?: Passwords;
  /** Development only: what Vite serves (modules, hot reload), asked before everything else. */
  development?: { middleware: (request: IncomingMessage, response: ServerResponse, next: () => void) => void };
}
