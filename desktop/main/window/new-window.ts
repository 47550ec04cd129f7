import path from 'node:path';
import { BrowserWindow, type BrowserWindowConstructorOptions, type NativeImage, nativeTheme, screen } from 'electron';
import { themeOfScheme } from '#shared/kernel/themes.ts';
import { readFileIfExists, writeFileAtomically } from '../servers/atomic-file.ts';
import { besideOthers, placeWindow, readWindowState, SMALLEST, type WindowState } from './window-state.ts';

export interface NewWindowOptions {
  preload: string;
  /** The folder where the window's place is stored. */
  folder: string;
  icon: NativeImage;
  isDevelopment: boolean;
  warn(message: string, cause?: unknown): void;
}

const placeFile = ({ folder }: NewWindowOptions) => path.join(folder, 'window.json');
const ground = () => themeOfScheme(nativeTheme.shouldUseDarkColors ? 'dark' : 'light').paper;

/**
 * Creates a window at its last place, which shows itself once it is drawn. One of several windows is placed a little
 * beside the last one.
 */
export function newWindow(options: NewWindowOptions): BrowserWindow {
  const main = screen.getPrimaryDisplay();
  const others = screen.getAllDisplays().filter(({ id }) => id !== main.id);
  const areas = [main, ...others].map(({ workArea }) => workArea);
  const whole = BrowserWindow.getAllWindows().filter((window) => !notes.has(window));
  const taken = whole.map((window) => window.getNormalBounds());
  const { bounds, isMaximized } = placeWindow(besideOthers(lastPlace(options), taken), areas);
  const smallest = { minWidth: SMALLEST.width, minHeight: SMALLEST.height };
  const opened = openHidden({ ...bounds, ...smallest, title: 'Ninefold' }, options);
  opened.once('ready-to-show', () => {
    // Before the window is drawn, this would show it blank.
    if (isMaximized) opened.maximize();
    opened.show();
  });
  return opened;
}

/** The windows of quick notes: no other window is placed by their places. */
const notes = new WeakSet<BrowserWindow>();

/** Creates a small window for a quick note, above those of other programs, which shows itself once it is drawn. */
export function newNoteWindow(options: NewWindowOptions): BrowserWindow {
  const size = { width: 480, height: 400, minWidth: 340, minHeight: 300 };
  const isWhole = { minimizable: false, maximizable: false, fullscreenable: false };
  const opened = openHidden(
    {
      ...{ ...size, ...isWhole, title: 'Quick note', alwaysOnTop: true },
      // A panel appears without the app's other windows, and leaves the focus where it was.
      ...(process.platform === 'darwin' ? { type: 'panel' } : {}),
    },
    options,
  );
  notes.add(opened);
  // The app's menu is for the other windows.
  if (process.platform !== 'darwin') opened.removeMenu();
  opened.once('ready-to-show', () => opened.show());
  return opened;
}

function openHidden(looks: BrowserWindowConstructorOptions, { preload, icon, isDevelopment }: NewWindowOptions) {
  return new BrowserWindow({
    ...looks,
    show: false,
    icon,
    backgroundColor: ground(),
    webPreferences: {
      preload,
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webviewTag: false,
      spellcheck: true,
      devTools: isDevelopment,
    },
  });
}

function lastPlace(options: NewWindowOptions): WindowState | null {
  try {
    return readWindowState(readFileIfExists(placeFile(options))?.toString('utf8') ?? '');
  } catch (error) {
    options.warn('The place of the window cannot be read', error);
    return null;
  }
}

export function rememberPlace(window: BrowserWindow, options: NewWindowOptions): void {
  const state: WindowState = { bounds: window.getNormalBounds(), isMaximized: window.isMaximized() };
  try {
    writeFileAtomically(placeFile(options), JSON.stringify(state));
  } catch (error) {
    options.warn('The place of the window cannot be remembered', error);
  }
}
