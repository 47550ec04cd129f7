import { EventEmitter } from 'node:events';
import { Cookies } from './cookies.ts';
import { fetchThrough, type NetworkInit } from './fetch-through.ts';
import { createProtocol } from './protocol.ts';
import { strict, strictClass } from './strict.ts';

type PermissionRequestHandler = (
  contents: unknown,
  permission: string,
  callback: (isGranted: boolean) => void,
  details: { requestingUrl: string; isMainFrame: boolean; externalURL?: string },
) => void;
type PermissionCheckHandler = (
  contents: unknown,
  permission: string,
  requestingOrigin: string,
  details: { requestingUrl: string; isMainFrame: boolean },
) => boolean;

/** A session: cookies, permissions, its own network and schemes. */
export class Session extends EventEmitter {
  readonly cookies = new Cookies();
  readonly protocol = createProtocol();
  readonly partition: string;
  /** Pages of other sites are not reached from here, so the app's changes to their requests are never needed. */
  readonly webRequest = strict('session.webRequest', { onBeforeSendHeaders: () => {} });
  /** Null when the app set no handler: Electron then grants everything. */
  permissionRequestHandler: PermissionRequestHandler | null = null;
  permissionCheckHandler: PermissionCheckHandler | null = null;
  isOffline = false;
  private userAgent = `Mozilla/5.0 Electron/${process.versions.electron}`;

  constructor(partition: string) {
    super();
    this.partition = partition;
  }

  isPersistent(): boolean {
    return this.partition === '' || this.partition.startsWith('persist:');
  }
  fetch(input: string | URL | Request, init?: NetworkInit): Promise<Response> {
    return fetchThrough(this, input, init);
  }
  setPermissionRequestHandler(handler: PermissionRequestHandler | null): void {
    this.permissionRequestHandler = handler;
  }
  setPermissionCheckHandler(handler: PermissionCheckHandler | null): void {
    this.permissionCheckHandler = handler;
  }
  /** There are no devices here, so the handler is never called. */
  setDevicePermissionHandler(): void {}
  private readonly spelling = { isEnabled: true, languages: ['en-US'] };
  readonly availableSpellCheckerLanguages = ['de', 'en-GB', 'en-US', 'fr'];
  setSpellCheckerEnabled(isEnabled: boolean): void {
    this.spelling.isEnabled = isEnabled;
  }
  isSpellCheckerEnabled(): boolean {
    return this.spelling.isEnabled;
  }
  setSpellCheckerLanguages(languages: string[]): void {
    if (languages.some((language) => !this.availableSpellCheckerLanguages.includes(language)))
      throw new Error('Invalid language code');
    this.spelling.languages = languages;
  }
  getSpellCheckerLanguages(): string[] {
    return this.spelling.languages;
  }
  addWordToSpellCheckerDictionary(): boolean {
    return true;
  }
  setUserAgent(userAgent: string): void {
    this.userAgent = userAgent;
  }
  getUserAgent(): string {
    return this.userAgent;
  }
  enableNetworkEmulation({ offline = false }: { offline?: boolean }): void {
    this.isOffline = offline;
  }
  disableNetworkEmulation(): void {
    this.isOffline = false;
  }
  async clearStorageData(): Promise<void> {
    this.cookies.clear();
  }
  async clearCache(): Promise<void> {}
  async clearAuthCache(): Promise<void> {}
  async closeAllConnections(): Promise<void> {}
  flushStorageData(): void {}
}
strictClass('session', Session);

const sessions = new Map<string, Session>();

function fromPartition(partition: string): Session {
  const known = sessions.get(partition);
  if (known) return known;
  const made = new Session(partition);
  sessions.set(partition, made);
  return made;
}

export const session = strict('session', {
  fromPartition,
  get defaultSession() {
    return fromPartition('');
  },
});
