import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { answerCall, type Handler } from '#desktop/main/ipc/answer-call.ts';
import { openLog } from '#desktop/main/log.ts';
import { type Desktop, openDesktop } from '#desktop/main/servers/index.ts';
import { createTestApp, type TestApp } from '#server/test-app.ts';
import { quickPasswords } from '#server/test-passwords.ts';
import { type IpcChannel, type IpcInput, type IpcOutput, ipcEvents } from '#shared/contract/ipc.ts';
import { systemClock } from '#shared/kernel/clock.ts';
import type { Timers } from '#shared/kernel/timers.ts';
import { fromBase64, toBase64 } from '#shared/workspace/base64.ts';
import { openDocument } from '#shared/workspace/document.ts';

/** The owner of the server that the devices belong to. */
export const OWNER = { email: 'owner@secret.example', password: 'a password of the owner' };
const passwordHash = await quickPasswords.hash(OWNER.password);

/** The desktop's main process without Electron, with a record of what it told its windows and the system. */
export interface Device {
  desktop: Desktop;
  folder: string;
  events: { name: string; payload: unknown; except: number | undefined }[];
  /** The addresses that were passed to the system. */
  opened: string[];
  /** Calls a channel as the page of this window does. */
  call<C extends IpcChannel>(channel: C, input: IpcInput<C>): Promise<IpcOutput<C>>;
  /** Requests an address of `app://ninefold`. */
  ask(address: string, init?: RequestInit): Promise<Response>;
}

export interface StartOptions {
  /** The folder of an earlier device; a new one when absent. */
  folder?: string;
  keepsSecrets?: boolean | Promise<boolean>;
}

/** A real server over HTTP, and devices on real files. */
export interface Household {
  server: TestApp;
  origin: string;
  /** True while the network is cut for every device. */
  isCut: boolean;
  /** True while requests arrive but no answers come back. */
  losesAnswers: boolean;
  /** Resolves when a call of a device may be sent. */
  mayGo(address: string): Promise<void>;
  start(options?: StartOptions): Promise<Device>;
  /** Starts a device and connects and signs it in, by the calls that its page would make. */
  startSignedIn(options?: StartOptions): Promise<Device>;
  /** Puts another site at the address from now on; its owner has the same account. */
  putOtherSite(siteId: string): Promise<void>;
  close(): Promise<void>;
}

/** Timers that are due within seconds fire at once; later ones never fire. */
const atOnce: Timers = {
  after(milliseconds, run) {
    if (milliseconds > 5000) return () => {};
    const timer = setTimeout(run, 0);
    return () => clearTimeout(timer);
  },
};

/** `isHurried`: a copy of the site is not waited for. */
export async function createHousehold({ isHurried = false } = {}): Promise<Household> {
  const tidy: (() => Promise<void> | void)[] = [];
  const server = await createTestApp({ posts: [{ slug: 'first', title: 'First' }], now: Date.now() });
  const setPassword = ({ database }: TestApp) =>
    database.db.updateTable('admin_users').set({ password: passwordHash }).execute();
  await setPassword(server);
  await server.http.listen({ port: 0, host: '127.0.0.1' });
  const origin = `http://127.0.0.1:${(server.http.server.address() as AddressInfo).port}`;

  const household: Household = {
    server,
    origin,
    isCut: false,
    losesAnswers: false,
    mayGo: async () => {},
    async start({ folder = newFolder(), keepsSecrets = true } = {}) {
      const events: Device['events'] = [];
      const opened: string[] = [];
      const log = openLog({ folder: path.join(folder, 'logs'), clock: systemClock });
      const desktop = await openDesktop({
        folder,
        rendererFolder: folder,
        version: '9.9.9',
        platform: 'test',
        fetchOf: () => async (address, init) => {
          await household.mayGo(address);
          if (household.isCut) throw new TypeError('no network');
          const answer = await fetch(address, init);
          if (household.losesAnswers) throw new TypeError('the answer was lost');
          return answer;
        },
        // A stand-in for the system's keyring; `sealed-credentials.test.ts` has real encryption.
        secrets: {
          isAvailable: async () => keepsSecrets,
          seal: async (text) => Buffer.from(Buffer.from(text).toString('hex')),
          open: async (sealed) => Buffer.from(Buffer.from(sealed).toString(), 'hex').toString(),
        },
        dialogs: {
          chooseSave: async ({ name }) => path.join(folder, name),
          chooseOpen: async () => null,
          tell: async () => {},
        },
        openExternal: async (url) => void opened.push(url),
        showInFolder: (file) => void opened.push(file),
        send: (name, payload, except) => void events.push({ name, payload: ipcEvents[name].parse(payload), except }),
        onServerChanging: async () => {},
        onFileOpened: () => {},
        onServerChanged: () => void events.push({ name: 'server changed', payload: null, except: undefined }),
        clock: systemClock,
        ...(isHurried && { timers: atOnce }),
        log,
      });
      tidy.push(() => desktop.close());
      return {
        desktop,
        folder,
        events,
        opened,
        call(channel, input) {
          const caller = { contentsId: 1, url: 'app://ninefold/admin', isMainFrame: true };
          const handlers: Partial<Record<IpcChannel, unknown>> = desktop.handlers;
          return answerCall(channel, handlers[channel] as Handler<typeof channel>, { caller, args: [input], log });
        },
        ask: (address, init) => desktop.handleRequest(new Request(`app://ninefold${address}`, init)),
      };
    },
    async startSignedIn(options) {
      const device = await household.start(options);
      await device.call('servers.connect', { url: origin });
      await device.call('app.state', {});
      await signIn(device);
      return device;
    },
    async putOtherSite(siteId) {
      const { hostname, port } = new URL(origin);
      await server.http.close();
      const other = await createTestApp({ siteId, now: Date.now() });
      tidy.unshift(() => other.close());
      await setPassword(other);
      await other.http.listen({ port: Number(port), host: hostname });
    },
    async close() {
      for (const end of tidy.reverse()) await end();
      await server.close();
    },
  };
  return household;

  function newFolder(): string {
    const folder = mkdtempSync(path.join(tmpdir(), 'ninefold-desktop-'));
    tidy.push(() => rmSync(folder, { recursive: true, force: true }));
    return folder;
  }
}

/** Signs in as the page does. Throws when the server refuses. */
export async function signIn(device: Device): Promise<void> {
  const response = await device.ask('/api/auth/login', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(OWNER),
  });
  if (!response.ok) throw new Error(`The sign-in was answered with ${response.status}`);
}

const PROMPT = { id: 'prompt:3', kind: 'prompt' } as const;

/** Returns the change by which a page writes a custom prompt. */
export function promptChange(text: string) {
  const document = openDocument(PROMPT);
  document.setText('prompt', text);
  return { type: 'append' as const, document: PROMPT, update: toBase64(document.encode()) };
}

/** Returns the custom prompt as the device has it. */
export async function promptText(device: Device): Promise<string> {
  const updates = await device.call('store.load', { id: PROMPT.id });
  return openDocument(PROMPT, updates.map(fromBase64)).text('prompt');
}
