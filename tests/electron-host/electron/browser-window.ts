import { EventEmitter } from 'node:events';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { openPage } from '../browser/page.ts';
import { pageScripts } from '../browser/page-scripts.ts';
import { app } from './app.ts';
import { browser } from './browser.ts';
import { type Session, session as sessions } from './session.ts';
import { strictClass } from './strict.ts';
import { WebContents } from './web-contents.ts';
import { windows } from './window-list.ts';

export interface Rectangle {
  x: number;
  y: number;
  width: number;
  height: number;
}

interface WebPreferences {
  preload?: string;
  sandbox?: boolean;
  contextIsolation?: boolean;
  nodeIntegration?: boolean;
  nodeIntegrationInSubFrames?: boolean;
  nodeIntegrationInWorker?: boolean;
  webviewTag?: boolean;
  webSecurity?: boolean;
  allowRunningInsecureContent?: boolean;
  partition?: string;
  session?: Session;
}
export type WindowOptions = Partial<Rectangle> & {
  title?: string;
  show?: boolean;
  webPreferences?: WebPreferences;
};

/** Refuses weaker settings: the stand-in has only one kind of window, and a weaker one is a fault of the app. */
function refuseWeakness(given: WebPreferences): void {
  const isWeak =
    given.sandbox === false ||
    given.contextIsolation === false ||
    given.nodeIntegration ||
    given.nodeIntegrationInSubFrames ||
    given.nodeIntegrationInWorker ||
    given.webviewTag ||
    given.webSecurity === false ||
    given.allowRunningInsecureContent;
  if (isWeak) throw new Error(`The stand-in for Electron opens no window with ${JSON.stringify(given)}`);
  if (given.partition !== undefined || (given.session && given.session !== sessions.defaultSession))
    throw new Error('The stand-in for Electron has windows in the default session only');
}

let made = 0;

/** A window: a page of Chromium, with the state that main expects of a frame around it. */
export class BrowserWindow extends EventEmitter {
  readonly id: number;
  readonly webContents: WebContents;
  /** The progress that the app showed in the dock or the task bar; -1 is none. */
  progress = -1;
  private bounds: Rectangle;
  private title: string;
  private isShown: boolean;
  private isMax = false;
  private isMin = false;
  private isFull = false;
  private isOver = false;

  constructor(options: WindowOptions = {}) {
    super();
    if (!app.isReady()) throw new Error('Cannot create BrowserWindow before app is ready');
    const { x = 0, y = 0, width = 800, height = 600, webPreferences = {} } = options;
    refuseWeakness(webPreferences);
    made += 1;
    this.id = made;
    this.bounds = { x, y, width, height };
    this.title = options.title ?? app.getName();
    this.isShown = options.show !== false;
    const { preload } = webPreferences;
    if (preload !== undefined && !path.isAbsolute(preload)) throw new Error('preload script must have absolute path');
    const source = preload === undefined ? null : readFileSync(preload, 'utf8');
    const scripts = pageScripts(source, { electron: process.versions.electron ?? '', chrome: '', node: '' });
    this.webContents = new WebContents(sessions.defaultSession, async (listener) => {
      const page = await openPage((await browser()).cdp, scripts, listener);
      await this.resizePage(page);
      return page;
    });
    windows.unshift(this);
    this.webContents.on('did-finish-load', () => this.emit('ready-to-show'));
    this.webContents.on('page-title-updated', (_event, title: string) => {
      let isKept = false;
      this.emit('page-title-updated', { preventDefault: () => (isKept = true) }, title, true);
      if (!isKept) this.title = title;
    });
    this.webContents.on('destroyed', () => this.gone());
    setImmediate(() => app.emit('browser-window-created', {}, this));
  }

  private async resizePage(page: { targetId: string }): Promise<void> {
    const { cdp } = await browser();
    const { windowId } = await cdp.send<{ windowId: number }>('Browser.getWindowForTarget', {
      targetId: page.targetId,
    });
    const { width, height } = this.bounds;
    await cdp.send('Browser.setWindowBounds', { windowId, bounds: { width, height } });
  }
  private gone(): void {
    if (this.isOver) return;
    this.isOver = true;
    windows.splice(windows.indexOf(this), 1);
    this.emit('closed');
    if (windows.length === 0) void app.lastWindowClosed();
  }

  loadURL(url: string): Promise<void> {
    return this.webContents.loadURL(url);
  }
  loadFile(file: string): Promise<void> {
    return this.loadURL(pathToFileURL(path.resolve(app.getAppPath(), file)).href);
  }
  reload(): void {
    this.webContents.reload();
  }

  async tryToClose(): Promise<boolean> {
    if (this.isOver) return true;
    let isRefused = false;
    this.emit('close', { preventDefault: () => (isRefused = true) });
    return isRefused ? false : this.webContents.tryToClose(false);
  }
  close(): void {
    void this.tryToClose();
  }
  destroy(): void {
    void this.webContents.tryToClose(true);
  }
  isDestroyed(): boolean {
    return this.isOver;
  }

  show(): void {
    this.isMin = false;
    if (!this.isShown) {
      this.isShown = true;
      this.emit('show');
    }
    this.focus();
  }
  showInactive(): void {
    this.isShown = true;
    this.emit('show');
  }
  hide(): void {
    if (!this.isShown) return;
    this.isShown = false;
    this.emit('hide');
  }
  isVisible(): boolean {
    return this.isShown && !this.isMin;
  }
  focus(): void {
    windows.splice(windows.indexOf(this), 1);
    windows.unshift(this);
    this.emit('focus');
    app.emit('browser-window-focus', {}, this);
  }
  blur(): void {
    this.emit('blur');
  }
  isFocused(): boolean {
    return windows.at(0) === this && this.isVisible();
  }
  minimize(): void {
    this.isMin = true;
    this.emit('minimize');
  }
  isMinimized(): boolean {
    return this.isMin;
  }
  restore(): void {
    this.isMin = false;
    this.emit('restore');
  }
  maximize(): void {
    this.isMax = true;
    this.emit('maximize');
  }
  unmaximize(): void {
    this.isMax = false;
    this.emit('unmaximize');
  }
  isMaximized(): boolean {
    return this.isMax;
  }
  setFullScreen(isFull: boolean): void {
    this.isFull = isFull;
    this.emit(isFull ? 'enter-full-screen' : 'leave-full-screen');
  }
  isFullScreen(): boolean {
    return this.isFull;
  }
  getBounds(): Rectangle {
    return { ...this.bounds };
  }
  getNormalBounds(): Rectangle {
    return { ...this.bounds };
  }
  setBounds(bounds: Partial<Rectangle>): void {
    this.bounds = { ...this.bounds, ...bounds };
    this.emit('resize');
    this.emit('move');
  }
  getSize(): [number, number] {
    return [this.bounds.width, this.bounds.height];
  }
  setTitle(title: string): void {
    this.title = title;
  }
  getTitle(): string {
    return this.title;
  }
  setProgressBar(progress: number): void {
    this.progress = progress;
  }
  flashFrame(): void {}
  setMenu(): void {}
  setMenuBarVisibility(): void {}
  setAutoHideMenuBar(): void {}
  removeMenu(): void {}
  setBackgroundColor(): void {}
  setTitleBarOverlay(): void {}
  setRepresentedFilename(): void {}
  setDocumentEdited(): void {}
  setOverlayIcon(): void {}
  setIcon(): void {}
  moveTop(): void {}
  center(): void {}
  setMinimumSize(): void {}

  static getAllWindows(): BrowserWindow[] {
    return windows.filter((window) => window instanceof BrowserWindow);
  }
  static getFocusedWindow(): BrowserWindow | null {
    return BrowserWindow.getAllWindows().find((window) => window.isFocused()) ?? null;
  }
  static fromId(id: number): BrowserWindow | null {
    return BrowserWindow.getAllWindows().find((window) => window.id === id) ?? null;
  }
  static fromWebContents(contents: unknown): BrowserWindow | null {
    return BrowserWindow.getAllWindows().find((window) => window.webContents === contents) ?? null;
  }
}
strictClass('BrowserWindow', BrowserWindow);
