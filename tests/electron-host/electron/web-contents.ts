import { EventEmitter } from 'node:events';
import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Page, PageListener, RequestedNavigation } from '../browser/page.ts';
import type { ToMain, ToPreload } from '../browser/worlds.ts';
import { toMain, toPage } from './addresses.ts';
import { app } from './app.ts';
import { browser } from './browser.ts';
import { type IpcEvent, ipcMain } from './ipc-main.ts';
import { applyPermissions, isPermitted } from './permissions.ts';
import type { Session } from './session.ts';
import { shell } from './shell.ts';
import { strict, strictClass } from './strict.ts';
import { createFrameTree, type Frame } from './web-frame-main.ts';

type WindowOpenHandler = (details: { url: string; frameName: string; features: string; disposition: string }) => {
  action: 'allow' | 'deny';
};

const IN_THE_BROWSER = /^(?:https?|about|data|blob|javascript|file|chrome-error):/i;
const withoutHash = (url: string) => url.replace(/#.*$/, '');
let made = 0;

const all = new Map<number, WebContents>();

/** The page of a window, as main sees it (`WebContents`). */
export class WebContents extends EventEmitter {
  readonly id: number;
  readonly session: Session;
  private readonly opening: Promise<Page>;
  private readonly frames = createFrameTree();
  private windowOpenHandler: WindowOpenHandler | null = null;
  /** Addresses that main itself navigates to: these are allowed without a question. */
  private readonly ownNavigations = new Set<string>();
  private isOver = false;
  private loading = false;
  private page: Page | null = null;
  private title = '';
  private zoom = 1;

  constructor(session: Session, open: (listener: PageListener) => Promise<Page>) {
    super();
    made += 1;
    this.id = made;
    this.session = session;
    this.opening = open(this.listener()).then((page) => {
      this.page = page;
      return page;
    });
    void this.opening.then((page) => page.gone).then(() => this.destroyed());
    all.set(this.id, this);
    app.emit('web-contents-created', {}, this);
  }

  get mainFrame(): Frame | null {
    return this.frames.main();
  }
  get hostWebContents(): null {
    return null;
  }
  getType(): string {
    return 'window';
  }
  getURL(): string {
    return this.mainFrame?.url ?? '';
  }
  getTitle(): string {
    return this.title;
  }
  isDestroyed(): boolean {
    return this.isOver;
  }
  isLoading(): boolean {
    return this.loading;
  }
  isFocused(): boolean {
    return true;
  }
  isDevToolsOpened(): boolean {
    return false;
  }
  openDevTools(): void {}
  closeDevTools(): void {}
  toggleDevTools(): void {}
  setVisualZoomLevelLimits(): void {}
  setBackgroundThrottling(): void {}
  setUserAgent(): void {}
  focus(): void {}
  getZoomFactor(): number {
    return this.zoom;
  }
  setZoomFactor(zoom: number): void {
    this.zoom = zoom;
  }
  setWindowOpenHandler(handler: WindowOpenHandler): void {
    this.windowOpenHandler = handler;
  }

  async loadURL(url: string): Promise<void> {
    const page = await this.opening;
    this.ownNavigations.add(withoutHash(url));
    this.loading = true;
    await applyPermissions((await browser()).cdp, this.session, this, url);
    const loaded = new Promise<void>((resolve) => this.once('did-finish-load', () => resolve()));
    const error = await page.navigate(toPage(url));
    this.ownNavigations.delete(withoutHash(url));
    if (error) {
      this.emit('did-fail-load', {}, -2, error, url, true);
      throw Object.assign(new Error(`${error} loading '${url}'`), { code: error, url });
    }
    await Promise.race([loaded, page.gone]);
  }
  reload(): void {
    this.ownNavigations.add(withoutHash(this.getURL()));
    void this.page?.reload();
  }
  async executeJavaScript(code: string): Promise<unknown> {
    return (await this.opening).evaluate(code);
  }
  async setColorScheme(scheme: 'light' | 'dark' | null): Promise<void> {
    const features = scheme === null ? [] : [{ name: 'prefers-color-scheme', value: scheme }];
    await (await this.opening).send('Emulation.setEmulatedMedia', { features });
  }
  /** Nothing is dragged: a test puts its own function here. Arguments that Electron would refuse are refused. */
  startDrag({ file, icon }: { file: string; icon: { isEmpty(): boolean } }): void {
    if (!path.isAbsolute(file) || !existsSync(file)) throw new Error("Must specify either 'file' or 'files' option");
    if (icon.isEmpty()) throw new Error("Must specify non-empty 'icon' option");
  }
  replaceMisspelling(): void {}
  copyImageAt(): void {}
  forcefullyCrashRenderer(): void {
    void this.page?.send('Page.crash', {}).catch(() => {});
  }
  send(channel: string, ...args: unknown[]): void {
    if (this.isOver) throw new Error('Object has been destroyed');
    this.page?.deliver({ type: 'event', channel, args: JSON.parse(JSON.stringify(args)) as unknown[] });
  }
  close(): void {
    void this.opening.then((page) => page.close());
  }
  /** For the window: runs the page's `beforeunload`; returns true when the page is gone. */
  async tryToClose(isForced: boolean): Promise<boolean> {
    if (this.isOver) return true;
    const page = await this.opening;
    let isHeldBack = false;
    const held = new Promise<void>((resolve) => {
      this.once('held-back', () => {
        isHeldBack = true;
        resolve();
      });
    });
    if (isForced) await (await browser()).cdp.send('Target.closeTarget', { targetId: page.targetId }).catch(() => {});
    else await page.close();
    await Promise.race([page.gone, held]);
    return !isHeldBack;
  }

  private destroyed(): void {
    if (this.isOver) return;
    this.isOver = true;
    all.delete(this.id);
    this.emit('destroyed');
  }

  private listener(): PageListener {
    return {
      frameAttached: (id, parentId) => this.frames.attached(id, parentId),
      frameNavigated: (frame) => {
        const url = toMain(frame.url);
        this.frames.navigated({ ...frame, url });
        if (frame.parentId === undefined) this.emit('did-navigate', {}, url, 200, '');
        this.emit('did-frame-navigate', {}, url, 200, '', frame.parentId === undefined);
      },
      frameMoved: (id, url) => {
        this.frames.moved(id, toMain(url));
        this.emit('did-navigate-in-page', {}, toMain(url), this.frames.isMain(id));
      },
      frameDetached: (id) => this.frames.detached(id),
      domReady: () => this.emit('dom-ready', {}),
      loaded: () => {
        this.loading = false;
        this.emit('did-finish-load', {});
        this.emit('did-stop-loading', {});
      },
      title: (title) => {
        this.title = title;
        this.emit('page-title-updated', {}, title, true);
      },
      crashed: () => this.emit('render-process-gone', {}, { reason: 'crashed', exitCode: 1 }),
      closesAnyway: () => {
        let isForced = false;
        this.emit('will-prevent-unload', { preventDefault: () => (isForced = true) });
        if (!isForced) this.emit('held-back');
        return isForced;
      },
      mayNavigate: (navigation) => this.mayNavigate(navigation),
      wantsToNavigate: (navigation) => this.wantsToNavigate(navigation),
      wantsWindow: (url) => {
        const details = { url: toMain(url), frameName: '', features: '', disposition: 'foreground-tab' };
        // The browser opens no window in any case; the stand-in lacks what "allow" would need.
        if (this.windowOpenHandler?.(details).action !== 'deny')
          throw new Error('The stand-in for Electron opens no windows for pages: setWindowOpenHandler must deny');
      },
      message: (frameId, message, answer) => void this.heard(frameId, message, answer),
    };
  }

  private asksToNavigate(url: string, frameId: string): boolean {
    const isMainFrame = this.frames.isMain(frameId);
    let isRefused = false;
    const event = {
      url,
      isMainFrame,
      isSameDocument: false,
      frame: this.frames.frame(frameId),
      initiator: this.frames.frame(frameId),
      preventDefault: () => (isRefused = true),
    };
    this.emit('will-frame-navigate', event);
    if (isMainFrame) this.emit('will-navigate', event, url, false, true);
    return !isRefused;
  }

  private mayNavigate({ url, frameId }: RequestedNavigation): boolean {
    const wanted = toMain(url);
    const isOwn = this.ownNavigations.has(withoutHash(wanted));
    // A reload by a test's client or the menu is not a navigation that Electron would ask about.
    const isReload = withoutHash(wanted) === withoutHash(this.frames.urlOf(frameId));
    return (this.frames.isMain(frameId) && (isOwn || isReload)) || this.asksToNavigate(wanted, frameId);
  }

  /**
   * Handles schemes that the browser passes to the system: Electron asks `will-navigate`, then for the permission, then
   * the system.
   */
  private wantsToNavigate({ url, frameId }: RequestedNavigation): void {
    const wanted = toMain(url);
    if (IN_THE_BROWSER.test(url) || !this.asksToNavigate(wanted, frameId)) return;
    const question = { contents: this, permission: 'openExternal', url: this.getURL(), externalURL: wanted };
    void isPermitted(this.session, question).then((isGranted) => {
      if (isGranted) void shell.openExternal(wanted);
    });
  }

  private async heard(frameId: string, message: ToMain, answer: (message: ToPreload) => void): Promise<void> {
    const { channel, args } = message;
    const senderFrame = this.frames.frame(frameId);
    const event: IpcEvent = {
      type: 'frame',
      sender: this,
      senderFrame,
      processId: 1,
      frameId: senderFrame?.routingId ?? 0,
      ports: [],
      defaultPrevented: false,
      preventDefault: () => {},
    };
    if (message.type === 'send') {
      ipcMain.emit(channel, event, ...args);
      return;
    }
    try {
      const value = await ipcMain.invoked(channel, event, args);
      answer({ type: 'answer', id: message.id, isOk: true, value });
    } catch (error) {
      answer({ type: 'answer', id: message.id, isOk: false, message: (error as Error).message });
    }
  }
}
strictClass('webContents', WebContents);

export const webContents = strict('webContents', {
  fromId: (id: number) => all.get(id),
  getAllWebContents: () => [...all.values()],
});
