import path from 'node:path';
import { isDiskFull } from '#shared/kernel/disk-full.ts';
import { BlobFault } from './adapters/blobs/blob-fault.ts';
import { DataFolderBusyError } from './adapters/data-lock.ts';
import { type Config, ConfigError, readConfig } from './config.ts';
import { DatabaseRefused } from './db/migrate.ts';
import { builtAssets } from './http/pages/built-assets.ts';
import { CLIENT_FOLDER, projectRoot } from './paths.ts';
import { startReader } from './reader/start-reader.ts';
import { MADE_UP_NOTE } from './services/reset-password.ts';
import { renderPage } from './site/server/entry-server.tsx';
import { type Running, start } from './start.ts';

type Started = Pick<Running, 'address' | 'login' | 'stop'>;

/** Milliseconds that a graceful stop may take before the process ends all the same. */
const STOP_WITHIN = 5000;

/**
 * Returns an error message for the person who started the server: one clear sentence, without a stack, when that person
 * can correct the fault.
 */
function explain(error: unknown, config?: Config): string {
  if (error instanceof ConfigError || error instanceof DataFolderBusyError || error instanceof DatabaseRefused)
    return error.message;
  if (error instanceof BlobFault) return error.message;
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'EADDRINUSE')
    return `Port ${config?.PORT} is taken by another program. Stop it, or set PORT to another number.`;
  const folder = config?.DATA_DIR ?? 'the data folder';
  const isFolder = error instanceof Error && 'syscall' in error && error.syscall === 'mkdir';
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS' || isFolder)
    return `Ninefold may not write where it must: ${String(error)}`;
  if (typeof code === 'string' && /^SQLITE_(CANTOPEN|READONLY)/.test(code))
    return `Ninefold may not write in ${folder}. Give it to the user that runs the server, or set DATA_DIR to another folder.`;
  if (isDiskFull(error)) return `The disk of ${folder} is full. Make room, or set DATA_DIR to another folder.`;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

function announce({ address, login }: Started, config: Config): void {
  const own = config.ROLE === 'reader' ? config.SITE_URL : config.WRITER_URL;
  const shown = own.includes(`:${config.PORT}`) ? own : address;
  console.log(`\nNinefold is at ${shown}\n`);
  if (!login) return;
  console.log(`Your login at ${shown}/admin/login`);
  console.log(`  e-mail    ${login.email}`);
  console.log(`  password  ${login.madeUpPassword ?? '(the one in ADMIN_PASSWORD)'}`);
  console.log(login.madeUpPassword === null ? '' : `${MADE_UP_NOTE}\n`);
}

/** Stops once, whatever asks for it: a signal, the terminal, or the end of npm (which does not pass SIGTERM on). */
function stopOnSignals(running: Started): void {
  let isStopping = false;
  const stop = () => {
    if (isStopping) return;
    isStopping = true;
    setTimeout(() => process.exit(1), STOP_WITHIN).unref();
    running.stop().then(
      () => process.exit(0),
      (error: unknown) => {
        console.error(error);
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  const parent = process.ppid;
  const isUnderNpm = process.env.npm_lifecycle_event !== undefined;
  if (isUnderNpm) {
    setInterval(() => {
      if (process.ppid !== parent) stop();
    }, 500).unref();
  }
}

/** Production: serves the built site until it is told to stop. */
export async function runServer(): Promise<void> {
  let config: Config | undefined;
  try {
    config = readConfig(process.env);
    const clientFolder = path.join(projectRoot(), CLIENT_FOLDER);
    const assets = { site: builtAssets(clientFolder), admin: builtAssets(clientFolder, 'admin') };
    const running = await (config.ROLE === 'reader' ? startReader : start)(config, {
      site: { render: renderPage, assets: async (entry = 'site') => assets[entry] },
      clientFolder,
      logger: { level: config.LOG_LEVEL },
    });
    announce(running, config);
    stopOnSignals(running);
  } catch (error) {
    console.error(explain(error, config));
    process.exitCode = 1;
  }
}
