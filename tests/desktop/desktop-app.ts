import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type * as Electron from 'electron';
import { _electron, chromium, type Page } from 'playwright';
import { projectRoot } from '#server/paths.ts';
import { KEYCHAIN } from '#tests/electron-host/electron/keychain.ts';
import { launchHost } from '#tests/electron-host/launch-host.ts';
import { withMounts } from '#tests/faults/own-mounts.ts';
import { REAL_ELECTRON } from '../../scripts/find-electron.ts';

export interface AppOptions {
  /** The computer, so to speak, made where it is not there: the app's data, the owner's home and the keychain lie in it. */
  folder: string;
  /** False for a system without a place for secrets. Under real Electron that is the system's own affair. */
  hasKeychain?: boolean;
  /** Arguments of the command line, as a deep link is handed over. */
  args?: string[];
  /** A shell script that mounts something for this app alone, with {@link withMounts}. The stand-in knows it only. */
  mounts?: string;
}

/** What runs in the main process: it is sent there as text and sees nothing of its surroundings but `arg`. */
type InMain<Arg, Result> = (electron: typeof Electron, arg: Arg) => Result | Promise<Result>;

/** A running desktop app: the built bundles, under the stand-in or in real Electron. */
export interface DesktopApp {
  /** The page of its first window. */
  page(): Promise<Page>;
  evaluate<Result>(run: InMain<undefined, Result>): Promise<Result>;
  evaluate<Arg, Result>(run: InMain<Arg, Result>, arg: Arg): Promise<Result>;
  /** Resolves with the exit code when it has ended, null after a signal. */
  ended: Promise<number | null>;
  isRunning(): boolean;
  /** As the menu's Quit; resolves when it has ended. */
  quit(): Promise<number | null>;
  /** SIGKILL to the main process. */
  kill(): Promise<void>;
  /** What it has said on standard output and error. */
  said(): string;
}

/** Folder below a computer's folder where the app keeps its data, under both. */
export function dataFolder(folder: string): string {
  return path.join(folder, 'user-data');
}

/** Starts the app. */
export function startApp(options: AppOptions): Promise<DesktopApp> {
  return process.env[REAL_ELECTRON] ? startElectron(process.env[REAL_ELECTRON], options) : startStandIn(options);
}

function argumentsOf({ folder, args = [] }: AppOptions): string[] {
  return [`--user-data-dir=${dataFolder(folder)}`, ...args];
}

async function startStandIn(options: AppOptions): Promise<DesktopApp> {
  const { folder, hasKeychain = true, mounts } = options;
  mkdirSync(dataFolder(folder), { recursive: true });
  const keychain = path.join(folder, 'keychain');
  // 32 bytes that are the same at each start of this computer.
  if (hasKeychain) writeFileSync(keychain, Buffer.alloc(32, folder));
  const host = launchHost({
    appFolder: projectRoot(),
    args: argumentsOf(options),
    ...(mounts === undefined ? {} : { node: withMounts(mounts, {}, [process.execPath]) }),
    environment: {
      HOME: folder,
      XDG_CONFIG_HOME: path.join(folder, 'config'),
      ...(hasKeychain ? { [KEYCHAIN]: keychain } : {}),
    },
  });
  let page: Promise<Page> | undefined;
  return {
    page() {
      page ??= connectTo(host.endpoint);
      return page;
    },
    evaluate: async <Arg, Result>(run: InMain<Arg, Result>, arg?: Arg) =>
      (await host.evaluate(run.toString(), arg)) as Result,
    ended: host.ended,
    isRunning: () => host.process.exitCode === null && host.process.signalCode === null,
    async quit() {
      // The app may be gone before it can answer.
      await host.evaluate('({ app }) => { setImmediate(() => app.quit()); }', null).catch(() => undefined);
      return host.ended;
    },
    kill: () => host.kill(),
    said: () => host.said(),
  };
}

async function connectTo(endpoint: Promise<string>): Promise<Page> {
  const browser = await chromium.connectOverCDP(await endpoint);
  const [context] = browser.contexts();
  if (!context) throw new Error('The browser has no context');
  // Whether a page may be left, main is asked. Playwright answers what nobody listens to: it lets every page go, and on a
  // busy machine its word came before the owner's.
  context.on('dialog', () => undefined);
  return context.pages()[0] ?? (await context.waitForEvent('page'));
}

async function startElectron(executablePath: string, options: AppOptions): Promise<DesktopApp> {
  const app = await _electron.launch({
    executablePath,
    args: [projectRoot(), ...argumentsOf(options)],
    env: { ...process.env, HOME: options.folder, XDG_CONFIG_HOME: path.join(options.folder, 'config') } as Record<
      string,
      string
    >,
  });
  const child = app.process();
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (text: Buffer) => (said += text.toString('utf8')));
  const ended = once(child, 'exit').then(([code]) => code as number | null);
  return {
    page: () => app.firstWindow(),
    evaluate: <Arg, Result>(run: InMain<Arg, Result>, arg?: Arg) =>
      app.evaluate(run as (electron: typeof Electron, arg: unknown) => Result, arg) as Promise<Result>,
    ended,
    isRunning: () => child.exitCode === null && child.signalCode === null,
    async quit() {
      await app.evaluate(({ app: electronApp }) => void setImmediate(() => electronApp.quit())).catch(() => undefined);
      return ended;
    },
    async kill() {
      child.kill('SIGKILL');
      await ended;
    },
    said: () => said,
  };
}
