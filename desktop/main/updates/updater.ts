import type { KeyObject } from 'node:crypto';
import type { AppUpdater, ResolvedUpdateFileInfo, UpdateInfo } from 'electron-updater';
import type { ProviderRuntimeOptions } from 'electron-updater/out/providers/Provider.js';
import type { Timers } from '#shared/kernel/timers.ts';
import type { Log } from '../log.ts';
import { type Feed, UpdateRefused } from './feed.ts';
import { type FetchFeed, fetchSignedFeed } from './signed-feed.ts';
import type { UpdateChannel } from './update-choice.ts';

/** Downloads and installs newer versions of the app. */
export interface Updater {
  /**
   * Returns the version that a channel offers if it is newer than this one; null otherwise. Rejects as
   * `fetchSignedFeed` does.
   */
  find(channel: UpdateChannel): Promise<string | null>;
  /**
   * Downloads the version that was found, complete and as its feed describes it; or rejects and leaves nothing behind.
   */
  download(): Promise<void>;
  /**
   * Replaces this program, which has nothing open any more, by the downloaded one. `isAgain`: the new program is then
   * started. Returns false when nothing was replaced.
   */
  install(isAgain: boolean): boolean;
}

interface UpdaterOptions {
  /** The folder with the feeds; with or without the final slash that `new URL` needs. */
  url: string;
  keys: readonly KeyObject[];
  fetchFeed: FetchFeed;
  timers: Timers;
  log: Log;
}

/** The names of the channels in the file names of the feeds. */
const NAMES = { stable: 'latest', beta: 'beta' };
/** The longest time, in milliseconds, without any new bytes of a file. */
const STALLED = 120_000;

/**
 * Opens electron-updater with Ninefold's own signed feed, which this app reads itself. The library is loaded when it is
 * first needed, because no start needs it.
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
  // Only whole files are downloaded: the block map of a partial download is not signed, and would save only a minute.
  updater.disableDifferentialDownload = true;
  updater.disableWebInstaller = true;

  return {
    async find(channel) {
      updater.channel = NAMES[channel];
      // Setting a channel also allows a downgrade.
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
        // An endless file would fill the disk.
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
