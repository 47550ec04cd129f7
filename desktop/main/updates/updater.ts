import type { KeyObject } from 'node:crypto';
import type { AppUpdater, ResolvedUpdateFileInfo, UpdateInfo } from 'electron-updater';
import type { ProviderRuntimeOptions } from 'electron-updater/out/providers/Provider.js';
import type { Timers } from '#shared/kernel/timers.ts';
import type { Log } from '../log.ts';
import { type Feed, UpdateRefused } from './feed.ts';
import { type FetchFeed, fetchSignedFeed } from './signed-feed.ts';
import type { UpdateChannel } from './update-choice.ts';

/** What fetches and installs a newer version of the app. */
export interface Updater {
  /** The version a channel offers, where it is newer than this one; null where it is not. Rejects as `fetchSignedFeed`. */
  find(channel: UpdateChannel): Promise<string | null>;
  /** Fetches what was found, whole and as its feed says, or rejects and leaves nothing. */
  download(): Promise<void>;
  /**
   * Puts what was fetched in the place of this program, which has nothing open any more. `isAgain`: the new one is started.
   * False where nothing was put there.
   */
  install(isAgain: boolean): boolean;
}

interface UpdaterOptions {
  /** The folder with the feeds; ends as `new URL` needs it or not. */
  url: string;
  keys: readonly KeyObject[];
  fetchFeed: FetchFeed;
  timers: Timers;
  log: Log;
}

/** Names of the channels in the feeds' files. */
const NAMES = { stable: 'latest', beta: 'beta' };
/** Milliseconds in which something must arrive of a file. */
const STALLED = 120_000;

/**
 * Updates by electron-updater, whose feed is ours: signed, and read by us. Loaded when it is first needed, because it is no part
 * of a start.
 */
export async function openUpdater(options: UpdaterOptions): Promise<Updater> {
  const { default: library } = await import('electron-updater');
  const updater: AppUpdater = library.autoUpdater;
  const { log, timers } = options;
  let largest = 0;

  class SignedFeed extends library.Provider<UpdateInfo> {
    private readonly base = folderOf(options.url);
    private readonly channel: string;
    constructor(_options: object, { channel }: AppUpdater, runtime: ProviderRuntimeOptions) {
      super(runtime);
      this.channel = channel ?? NAMES.stable;
    }
    async getLatestVersion(): Promise<UpdateInfo> {
      const name = `${this.getCustomChannelName(this.channel)}.yml`;
      const feed = await fetchSignedFeed({ url: this.base, name, keys: options.keys }, options.fetchFeed);
      largest = Math.max(...feed.files.map(({ size }) => size));
      return asUpdateInfo(feed);
    }
    resolveFiles({ files }: UpdateInfo): ResolvedUpdateFileInfo[] {
      return files.map((info) => ({ url: new URL(info.url, this.base), info }));
    }
  }

  updater.logger = { info: (text) => log.info(String(text)), warn: (text) => log.warn(String(text)), error: log.error };
  updater.autoDownload = false;
  updater.autoInstallOnAppQuit = false;
  // Whole files alone: what a block map says is not signed, and saves a minute.
  updater.disableDifferentialDownload = true;
  updater.disableWebInstaller = true;

  return {
    async find(channel) {
      updater.channel = NAMES[channel];
      // Setting a channel allows a step back, too.
      updater.allowDowngrade = false;
      updater.setFeedURL({ provider: 'custom', updateProvider: SignedFeed });
      const found = await updater.checkForUpdates();
      return found?.isUpdateAvailable ? found.updateInfo.version : null;
    },
    async download() {
      const token = new library.CancellationToken();
      const cancel = () => token.cancel();
      let callOff = timers.after(STALLED, cancel);
      let isTooLarge = false;
      const watch = ({ transferred }: { transferred: number }) => {
        callOff();
        callOff = timers.after(STALLED, cancel);
        // One that does not end would fill the disk.
        if (transferred <= largest) return;
        isTooLarge = true;
        cancel();
      };
      updater.on('download-progress', watch);
      try {
        await updater.downloadUpdate(token);
      } catch (error) {
        throw isTooLarge ? new UpdateRefused('The file is larger than its feed says', { cause: error }) : error;
      } finally {
        callOff();
        updater.off('download-progress', watch);
      }
    },
    install(isAgain) {
      let isDone = true;
      const fail = () => {
        isDone = false;
      };
      updater.once('error', fail);
      updater.quitAndInstall(true, isAgain);
      updater.off('error', fail);
      return isDone;
    },
  };
}

function folderOf(address: string): URL {
  const url = new URL(address);
  if (!url.pathname.endsWith('/')) url.pathname += '/';
  return url;
}

function asUpdateInfo({ version, files }: Feed): UpdateInfo {
  const [first] = files;
  return { version, files, path: first?.url ?? '', sha512: first?.sha512 ?? '', releaseDate: '' };
}
