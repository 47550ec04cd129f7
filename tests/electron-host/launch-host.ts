import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { z } from 'zod';
import { BROWSER_ARGUMENTS, findBrowser } from '../../scripts/find-browser.ts';
import { BROWSER_SETTINGS } from './electron/browser-settings.ts';

export interface HostOptions {
  /** The folder with the app's package.json, whose `main` is the built main script. */
  appFolder: string;
  /** The arguments of the app's command line. */
  args: string[];
  environment: Record<string, string>;
  /** A program, with its first arguments, that replaces itself with Node (`exec`); Node itself when absent. */
  node?: { command: string; args: string[] };
}

/** A running host: the built main script in its own process. */
export interface Host {
  process: ChildProcess;
  /** Returns all its standard output and error output so far. */
  said(): string;
  /** Evaluates a function in the host; `arg` and the answer are sent as JSON. */
  evaluate(source: string, arg: unknown): Promise<unknown>;
  /** The browser's DevTools address, once the first window opens. */
  endpoint: Promise<string>;
  /** Resolves with the exit code when the process has ended; null after a signal. */
  ended: Promise<number | null>;
  /** Sends SIGKILL to the host and its browser. */
  kill(): Promise<void>;
}

const heardSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('browser'), endpoint: z.string(), pid: z.int() }),
  z.object({ type: z.literal('answer'), id: z.int(), value: z.unknown().optional(), error: z.string().optional() }),
]);

/** Starts an app under the stand-in for Electron. */
export function launchHost({ appFolder, args, environment, node }: HostOptions): Host {
  const child = fork(path.join(import.meta.dirname, 'boot.ts'), [appFolder, ...args], {
    cwd: appFolder,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    execPath: node?.command ?? process.execPath,
    execArgv: [...(node?.args ?? []), '--disable-warning=ExperimentalWarning'],
    env: {
      ...process.env,
      [BROWSER_SETTINGS]: JSON.stringify({ executable: findBrowser(), args: BROWSER_ARGUMENTS }),
      ...environment,
    },
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (text: Buffer) => {
      said += text.toString('utf8');
    });
  }
  const waiting = new Map<number, { resolve: (value: unknown) => void; reject: (reason: Error) => void }>();
  const { promise: endpoint, resolve: foundEndpoint, reject: noEndpoint } = Promise.withResolvers<string>();
  // Code that waits for the endpoint gets the error; a host that never opens a window is not a fault in itself.
  endpoint.catch(() => undefined);
  let browserPid: number | undefined;
  let last = 0;

  child.on('message', (message) => {
    const heard = heardSchema.parse(message);
    if (heard.type === 'browser') {
      browserPid = heard.pid;
      foundEndpoint(heard.endpoint);
      return;
    }
    const promise = waiting.get(heard.id);
    waiting.delete(heard.id);
    if (heard.error === undefined) promise?.resolve(heard.value);
    else promise?.reject(new Error(heard.error));
  });
  const ended = once(child, 'exit').then(([code]) => {
    const gone = new Error(`The host has ended (${code ?? child.signalCode}):\n${said}`);
    noEndpoint(gone);
    for (const { reject } of waiting.values()) reject(gone);
    waiting.clear();
    return code;
  });

  return {
    process: child,
    said: () => said,
    evaluate: (source, arg) =>
      new Promise((resolve, reject) => {
        if (!child.connected) {
          reject(new Error(`The host has ended:\n${said}`));
          return;
        }
        last += 1;
        waiting.set(last, { resolve, reject });
        child.send({ type: 'evaluate', id: last, source, arg });
      }),
    endpoint,
    ended,
    async kill() {
      // The browser of an ended host is gone too, and its process id may belong to another process by now.
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGKILL');
      await ended;
      try {
        if (browserPid !== undefined) process.kill(browserPid, 'SIGKILL');
      } catch {
        // The browser has already ended with the host.
      }
    },
  };
}
