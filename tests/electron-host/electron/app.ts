import { EventEmitter } from 'node:events';
import { mkdirSync, readFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import path from 'node:path';
import { RESOURCES } from './packaged.ts';
import { openSingleInstance, type SingleInstance } from './single-instance.ts';
import { strict, strictClass } from './strict.ts';
import { windows } from './window-list.ts';

const root = process.env.NINEFOLD_STAND_IN_APP ?? process.cwd();
const manifest = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
  name: string;
  productName?: string;
  version: string;
};
const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve));

class App extends EventEmitter {
  readonly commandLine = strict('app.commandLine', {
    appendSwitch: () => {},
    appendArgument: () => {},
    hasSwitch: (name: string) => process.argv.some((arg) => arg === `--${name}` || arg.startsWith(`--${name}=`)),
    getSwitchValue: (name: string) =>
      process.argv.find((arg) => arg.startsWith(`--${name}=`))?.slice(name.length + 3) ?? '',
  });
  /** As on Linux and Windows, there is no dock. */
  readonly dock = undefined;
  readonly isPackaged = process.env[RESOURCES] !== undefined;
  name = manifest.productName ?? manifest.name;
  userAgentFallback = '';
  /** The schemes that the app registered with the system, for tests. */
  readonly protocolClients = new Set<string>();
  readonly isSandboxed = { all: false };
  private isUp = false;
  private isQuitting = false;
  private readonly paths = new Map<string, string>();
  private instance: SingleInstance | null = null;
  private readonly ready = Promise.withResolvers<void>();

  /**
   * Called by the host once the main script has run to its end, so that `await app.whenReady()` at its top level hangs
   * here too.
   */
  becomeReady(): void {
    this.isUp = true;
    this.emit('will-finish-launching');
    this.emit('ready', {}, {});
    this.ready.resolve();
  }
  whenReady(): Promise<void> {
    return this.ready.promise;
  }
  isReady(): boolean {
    return this.isUp;
  }

  getName(): string {
    return this.name;
  }
  setName(name: string): void {
    this.name = name;
  }
  getVersion(): string {
    return manifest.version;
  }
  getAppPath(): string {
    return root;
  }
  getLocale(): string {
    return 'en-US';
  }
  getSystemLocale(): string {
    return 'en-US';
  }
  getPreferredSystemLanguages(): string[] {
    return ['en-US'];
  }
  getPath(name: string): string {
    const set = this.paths.get(name);
    if (set) return set;
    const appData = process.env.XDG_CONFIG_HOME || path.join(homedir(), '.config');
    const userData = this.commandLine.getSwitchValue('user-data-dir') || path.join(appData, this.name);
    const known: Record<string, string> = {
      home: homedir(),
      appData,
      userData,
      sessionData: this.paths.get('userData') ?? userData,
      logs: path.join(this.paths.get('userData') ?? userData, 'logs'),
      crashDumps: path.join(this.paths.get('userData') ?? userData, 'Crashpad'),
      temp: tmpdir(),
      exe: process.execPath,
      downloads: path.join(homedir(), 'Downloads'),
      documents: path.join(homedir(), 'Documents'),
      desktop: path.join(homedir(), 'Desktop'),
    };
    const found = known[name];
    if (found === undefined) throw new Error(`Failed to get '${name}' path`);
    if (name === 'userData') mkdirSync(found, { recursive: true, mode: 0o700 });
    return found;
  }
  setPath(name: string, folder: string): void {
    if (!path.isAbsolute(folder)) throw new Error('Path must be absolute');
    this.paths.set(name, folder);
  }
  setAppLogsPath(folder?: string): void {
    this.paths.set('logs', folder ?? path.join(this.getPath('userData'), 'logs'));
  }

  requestSingleInstanceLock(): boolean {
    this.instance ??= openSingleInstance(this.getPath('userData'), (argv, cwd) =>
      this.emit('second-instance', {}, argv, cwd, null),
    );
    return this.instance.isFirst;
  }
  hasSingleInstanceLock(): boolean {
    return this.instance?.isFirst ?? false;
  }
  releaseSingleInstanceLock(): void {
    this.instance?.release();
    this.instance = null;
  }
  setAsDefaultProtocolClient(scheme: string): boolean {
    this.protocolClients.add(scheme);
    return true;
  }
  removeAsDefaultProtocolClient(scheme: string): boolean {
    return this.protocolClients.delete(scheme);
  }
  isDefaultProtocolClient(scheme: string): boolean {
    return this.protocolClients.has(scheme);
  }
  enableSandbox(): void {
    if (this.isUp) throw new Error('app.enableSandbox() can only be called before app is ready');
    this.isSandboxed.all = true;
  }
  disableHardwareAcceleration(): void {}
  setAppUserModelId(): void {}
  setDesktopName(): void {}
  setAboutPanelOptions(): void {}
  showAboutPanel(): void {}
  setBadgeCount(): boolean {
    return true;
  }
  addRecentDocument(): void {}
  clearRecentDocuments(): void {}
  focus(): void {
    windows.at(0)?.focus();
  }
  hide(): void {}
  show(): void {}
  isHidden(): boolean {
    return windows.every((window) => !window.isVisible());
  }

  /** Asks every window; the first that refuses keeps the app open. */
  quit(): void {
    if (this.isQuitting) return;
    let isRefused = false;
    const event = { preventDefault: () => (isRefused = true), defaultPrevented: false };
    this.emit('before-quit', event);
    if (isRefused) return;
    this.isQuitting = true;
    void this.closeAll();
  }
  private async closeAll(): Promise<void> {
    for (const window of [...windows]) {
      if (!(await window.tryToClose())) {
        this.isQuitting = false;
        return;
      }
    }
    let isRefused = false;
    this.emit('will-quit', { preventDefault: () => (isRefused = true) });
    if (isRefused) {
      this.isQuitting = false;
      return;
    }
    this.exit(0);
  }
  /** Ends the app at once, without asking any window. */
  exit(code = 0): void {
    this.emit('quit', {}, code);
    this.instance?.release();
    process.exit(code);
  }
  relaunch(): void {}

  /** Called by the windows when the last one is gone. */
  async lastWindowClosed(): Promise<void> {
    await nextTurn();
    if (this.isQuitting || windows.length > 0) return;
    if (this.listenerCount('window-all-closed') === 0) this.quit();
    else this.emit('window-all-closed');
  }
}

strictClass('app', App);

export const app = new App();

// As in Electron on Linux, these signals end the app like the menu's Quit.
process.on('SIGTERM', () => app.quit());
process.on('SIGINT', () => app.quit());
