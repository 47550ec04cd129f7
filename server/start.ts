import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { systemClock } from '#shared/kernel/clock.ts';
import { openSiteBlobs } from './adapters/blobs/open-blobs.ts';
import { lockDataFolder } from './adapters/data-lock.ts';
import { argon2Passwords } from './adapters/passwords.ts';
import { createPictureFiles } from './adapters/picture-files.ts';
import { createUploadProcess } from './adapters/picture-process.ts';
import { type App, createApp } from './app.ts';
import type { AppOptions } from './app-options.ts';
import type { Config } from './config.ts';
import { openDatabase } from './db/open.ts';
import { seedContent } from './db/seed-content/index.ts';
import { makeFolder } from './make-folder.ts';
import { DATABASE_FILE, projectRoot, readVersion, SEED_PICTURES } from './paths.ts';
import { finishSwap } from './services/backup/swap-in.ts';
import { type FirstLogin, prepareFirstStart } from './services/first-start.ts';

export interface Running extends App {
  /** The address at which the server listens: "http://127.0.0.1:3000". */
  address: string;
  /** The owner's first login, when this was the first start. */
  login: FirstLogin | null;
  /** Finishes pending work, then releases the database and the data folder. */
  stop(): Promise<void>;
}

/**
 * Returns the key with which cookies are signed: the configured one, or one made once and stored beside the database.
 */
function sessionSecret(config: Config): string {
  if (config.SESSION_SECRET) return config.SESSION_SECRET;
  const file = path.join(config.DATA_DIR, 'session-secret');
  if (existsSync(file)) return readFileSync(file, 'utf8').trim();
  const secret = randomBytes(48).toString('base64url');
  writeFileSync(file, secret, { mode: 0o600, flush: true });
  return secret;
}

/**
 * Ends the process at once: what its database shows may not be on the disk. The next start shows what is there.
 */
function endForDisk(error: unknown, folder: string): void {
  console.error(`The disk of ${folder} did not keep what was written to it, so Ninefold ends: ${String(error)}`);
  process.exit(1);
}

/**
 * Takes the data folder, opens and fills the database, creates the server and listens.
 * @throws DataFolderBusyError, DatabaseRefused, or the system's error when the folder or the port cannot be used.
 */
export async function start(
  config: Config,
  parts: Pick<AppOptions, 'site' | 'clientFolder' | 'logger' | 'development'>,
): Promise<Running> {
  makeFolder(config.DATA_DIR);
  // Released in the opposite order, also when a later step fails.
  const held: (() => unknown)[] = [lockDataFolder(config.DATA_DIR)];
  const letGo = async () => {
    const faults: unknown[] = [];
    for (const release of held.splice(0).reverse()) {
      // A failure must not keep the others from being released.
      try {
        await release();
      } catch (error) {
        faults.push(error);
      }
    }
    if (faults.length > 0) throw new AggregateError(faults, 'Not everything could be let go of');
  };
  try {
    finishSwap(config.DATA_DIR);
    const database = openDatabase(path.join(config.DATA_DIR, DATABASE_FILE), {
      onFlushFailed: (error) => endForDisk(error, config.DATA_DIR),
    });
    held.push(() => database.close());
    const uploads = createUploadProcess();
    held.push(() => uploads.close());
    const { siteId, login } = await prepareFirstStart({
      db: database.db,
      clock: systemClock,
      pictures: createPictureFiles(openSiteBlobs(config), uploads.encode),
      content: seedContent,
      pictureFolder: path.join(projectRoot(), SEED_PICTURES),
      owner: { email: config.ADMIN_EMAIL, password: config.ADMIN_PASSWORD, name: config.ADMIN_NAME },
      hashPassword: argon2Passwords.hash,
    });
    const app = await createApp({
      ...parts,
      config,
      database,
      clock: systemClock,
      version: readVersion(),
      siteId,
      sessionSecret: sessionSecret(config),
    });
    held.push(() => app.http.close());
    const address = await app.http.listen({ host: config.HOST, port: config.PORT });
    return { ...app, address, login, stop: letGo };
  } catch (error) {
    await letGo();
    throw error;
  }
}
