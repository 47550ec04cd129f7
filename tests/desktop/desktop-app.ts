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
  /**
   * The folder that stands for a computer, made if it does not exist: it holds the app's data, the owner's home and the
   * keychain.
   */
  folder: string;
  /** False for a system without a storage for secrets. Real Electron uses the system's own. */
  hasKeychain?: boolean;
  /** The arguments of the command line, by which a deep link is handed over. */
  args?: string[];
  /**
   * A shell script that mounts file systems for this app only, with {@link withMounts}. Only the stand-in supports it.
   */
  mounts?: string;
}

/**
 * A function that runs in the main process: it is sent there as text, and sees nothing of its surroundings except
 * `arg`.
 */
type InMain<Arg, Result> = (electron: typeof Electron, arg: Arg) => Result | Promise<Result>;

/** A running desktop app: the built bundles, under the stand-in or in real Electron. */
export interface DesktopApp {
  /** Returns the page of its first window. */
  page(): Promise<Page>;
  evaluate<Result>(run: InMain<undefined, Result>): Promise<Result>;
  evaluate<Arg, Result>(run: InMain<Arg, Result>, arg: Arg): Promise<Result>;
  /** Resolves with the exit code when the app has ended; null after a signal. */
  ended: Promise<number | null>;
  isRunning(): boolean;
  /** Quits like the menu's Quit; resolves when the app has ended. */
  quit(): Promise<number | null>;
  /** Sends SIGKILL to the main process. */
  kill(): Promise<void>;
  /** Returns its standard output and error output so far. */
  said(): string;
}

/**
 * Returns the folder below a computer's folder where the app stores its data, under Electron and the stand-in alike.
 */
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
  // Main is asked whether a page may be left. Without this listener Playwright would answer itself: it lets every page
  // go, and on a busy machine its answer came before the owner's.
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
