import { EventEmitter } from 'node:events';
import { BrowserWindow, type Rectangle } from './browser-window.ts';
import type { Menu } from './menu.ts';
import { strict, strictClass } from './strict.ts';

// The parts of the desktop around a program: nothing is shown; the program's actions are recorded for tests.

export class NativeImage {
  private readonly source: string;
  constructor(source: string) {
    this.source = source;
  }
  isEmpty(): boolean {
    return this.source === '';
  }
  getSize(): { width: number; height: number } {
    return { width: 16, height: 16 };
  }
  resize(): NativeImage {
    return this;
  }
  toDataURL(): string {
    return this.source;
  }
  setTemplateImage(): void {}
  isTemplateImage(): boolean {
    return false;
  }
}
strictClass('NativeImage', NativeImage);

export const nativeImage = strict('nativeImage', {
  createEmpty: () => new NativeImage(''),
  createFromPath: (file: string) => new NativeImage(file),
  createFromDataURL: (url: string) => new NativeImage(url),
  createFromBuffer: () => new NativeImage('buffer'),
  createFromBitmap: () => new NativeImage('bitmap'),
});

export class Tray extends EventEmitter {
  static readonly shown: Tray[] = [];
  toolTip = '';
  title = '';
  menu: Menu | null = null;
  constructor(_image: NativeImage | string) {
    super();
    Tray.shown.push(this);
  }
  setToolTip(text: string): void {
    this.toolTip = text;
  }
  setTitle(text: string): void {
    this.title = text;
  }
  setImage(): void {}
  setPressedImage(): void {}
  setContextMenu(menu: Menu | null): void {
    this.menu = menu;
  }
  popUpContextMenu(): void {}
  setIgnoreDoubleClickEvents(): void {}
  isDestroyed(): boolean {
    return !Tray.shown.includes(this);
  }
  destroy(): void {
    Tray.shown.splice(Tray.shown.indexOf(this), 1);
  }
}
strictClass('Tray', Tray);

export class Notification extends EventEmitter {
  static readonly shown: Notification[] = [];
  readonly title: string;
  readonly body: string;
  constructor({ title = '', body = '' }: { title?: string; body?: string } = {}) {
    super();
    this.title = title;
    this.body = body;
  }
  static isSupported(): boolean {
    return true;
  }
  show(): void {
    Notification.shown.push(this);
    this.emit('show', {});
  }
  close(): void {
    this.emit('close', {});
  }
}
strictClass('Notification', Notification);

class NativeTheme extends EventEmitter {
  private source: 'system' | 'light' | 'dark' = 'system';
  readonly shouldUseHighContrastColors = false;
  readonly shouldUseInvertedColorScheme = false;
  readonly prefersReducedTransparency = false;
  get themeSource(): 'system' | 'light' | 'dark' {
    return this.source;
  }
  set themeSource(source: 'system' | 'light' | 'dark') {
    this.source = source;
    for (const { webContents } of BrowserWindow.getAllWindows())
      void webContents.setColorScheme(source === 'system' ? null : source);
    this.emit('updated');
  }
  get shouldUseDarkColors(): boolean {
    return this.source === 'dark';
  }
}
strictClass('nativeTheme', NativeTheme);
export const nativeTheme = new NativeTheme();

class PowerMonitor extends EventEmitter {
  getSystemIdleTime(): number {
    return 0;
  }
  getSystemIdleState(): string {
    return 'active';
  }
  isOnBatteryPower(): boolean {
    return false;
  }
}
strictClass('powerMonitor', PowerMonitor);
export const powerMonitor = new PowerMonitor();

const blockers = new Set<number>();
export const powerSaveBlocker = strict('powerSaveBlocker', {
  start(): number {
    const id = blockers.size + 1;
    blockers.add(id);
    return id;
  },
  stop: (id: number) => blockers.delete(id),
  isStarted: (id: number) => blockers.has(id),
});

const area: Rectangle = { x: 0, y: 0, width: 1920, height: 1080 };
const display = { id: 1, label: '', bounds: area, workArea: area, scaleFactor: 1, size: area, workAreaSize: area };
class Screen extends EventEmitter {
  getPrimaryDisplay() {
    return display;
  }
  getAllDisplays() {
    return [display];
  }
  getDisplayMatching() {
    return display;
  }
  getDisplayNearestPoint() {
    return display;
  }
  getCursorScreenPoint() {
    return { x: 0, y: 0 };
  }
}
strictClass('screen', Screen);
export const screen = new Screen();

let clipboardText = '';
export const clipboard = strict('clipboard', {
  readText: () => clipboardText,
  writeText(text: string) {
    clipboardText = text;
  },
});
