import path from 'node:path';
import { BrowserWindow, type NativeImage, nativeTheme, screen } from 'electron';
import { themeOfScheme } from '#shared/kernel/themes.ts';
import { readFileIfExists, writeFileAtomically } from '../servers/atomic-file.ts';
import { besideOthers, placeWindow, readWindowState, SMALLEST, type WindowState } from './window-state.ts';

export interface NewWindowOptions {
  preload: string;
  /** Where the window's place is remembered. */
  folder: string;
  icon: NativeImage;
  isDevelopment: boolean;
  warn(message: string, cause?: unknown): void;
}

const placeFile = ({ folder }: NewWindowOptions) => path.join(folder, 'window.json');
const ground = () => themeOfScheme(nativeTheme.shouldUseDarkColors ? 'dark' : 'light').paper;

/** A window where it was last, which shows itself once it is drawn; one of several a little beside the last one. */
export function newWindow(options: NewWindowOptions): BrowserWindow {
  const { preload, icon, isDevelopment } = options;
  const main = screen.getPrimaryDisplay();
  const others = screen.getAllDisplays().filter(({ id }) => id !== main.id);
  const areas = [main, ...others].map(({ workArea }) => workArea);
  const taken = BrowserWindow.getAllWindows().map((window) => window.getNormalBounds());
  const { bounds, isMaximized } = placeWindow(besideOthers(lastPlace(options), taken), areas);
  const opened = new BrowserWindow({
    ...bounds,
    minWidth: SMALLEST.width,
    minHeight: SMALLEST.height,
    show: false,
    title: 'Ninefold',
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
  opened.once('ready-to-show', () => {
    // Before it is drawn this would show a blank window.
    if (isMaximized) opened.maximize();
    opened.show();
  });
  return opened;
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
