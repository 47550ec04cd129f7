// The code that runs inside the page, on both sides of the context bridge. Each function is sent to the browser as
// text, so it must be self-contained.

/**
 * A value on its way between the two worlds. Functions and promises stay in their world and are referred to by a
 * number.
 */
type Coded =
  | { kind: 'undefined' }
  | { kind: 'plain'; value: unknown }
  | { kind: 'list'; items: Coded[] }
  | { kind: 'record'; fields: [string, Coded][] }
  | { kind: 'function'; id: number }
  | { kind: 'promise'; id: number }
  | { kind: 'error'; message: string };

type Message =
  | { type: 'expose'; name: string; value: Coded }
  | { type: 'call'; target: number; args: Coded[]; reply: number }
  | { type: 'result'; reply: number; isOk: boolean; value: Coded }
  | { type: 'settled'; id: number; isOk: boolean; value: Coded };

export interface Bridge {
  expose(name: string, value: unknown): void;
}

/**
 * Opens one end of the bridge between a page and its preload. Calls across the bridge are synchronous, as Electron's
 * are: both worlds share the window as an event target, and an event is handled before `dispatchEvent` returns. All
 * data crosses as text.
 */
export function openBridge(role: 'page' | 'preload', names: { toPage: string; toPreload: string }): Bridge {
  const [sendAs, hearAs] = role === 'page' ? [names.toPreload, names.toPage] : [names.toPage, names.toPreload];
  const functions = new Map<number, (...args: unknown[]) => unknown>();
  const waiting = new Map<number, { resolve: (value: unknown) => void; reject: (reason: Error) => void }>();
  const results = new Map<number, { isOk: boolean; value: Coded }>();
  // The page's own scripts run later and may change these; the bridge keeps using the original ones.
  const [EventOfOurs, tell, { parse, stringify }] = [CustomEvent, window.dispatchEvent.bind(window), JSON];
  let last = 0;
  const newId = () => {
    last += 1;
    return last;
  };
  const send = (message: Message) => tell(new EventOfOurs(sendAs, { detail: stringify(message) }));

  const encode = (value: unknown): Coded => {
    if (value === undefined) return { kind: 'undefined' };
    if (typeof value === 'function') {
      const id = newId();
      functions.set(id, value as (...args: unknown[]) => unknown);
      return { kind: 'function', id };
    }
    if (value === null || typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value))
      return { kind: 'plain', value };
    if (value instanceof Promise) {
      const id = newId();
      value.then(
        (given) => send({ type: 'settled', id, isOk: true, value: encode(given) }),
        (reason) => send({ type: 'settled', id, isOk: false, value: encode(reason) }),
      );
      return { kind: 'promise', id };
    }
    if (value instanceof Error) return { kind: 'error', message: value.message };
    if (Array.isArray(value)) return { kind: 'list', items: value.map(encode) };
    const prototype = typeof value === 'object' ? Object.getPrototypeOf(value) : undefined;
    if (prototype === Object.prototype || prototype === null) {
      const fields = Object.entries(value as Record<string, unknown>);
      return { kind: 'record', fields: fields.map(([name, field]) => [name, encode(field)]) };
    }
    throw new TypeError(`The stand-in's bridge carries no ${Object.prototype.toString.call(value)}`);
  };

  const call = (target: number, args: unknown[]): unknown => {
    const reply = newId();
    send({ type: 'call', target, args: args.map(encode), reply });
    const result = results.get(reply);
    results.delete(reply);
    if (!result) throw new Error('The other side of the bridge is gone');
    const value = decode(result.value);
    if (!result.isOk) throw value;
    return value;
  };
  const decode = (coded: Coded): unknown => {
    switch (coded.kind) {
      case 'undefined':
        return undefined;
      case 'plain':
        return coded.value;
      case 'list':
        return coded.items.map(decode);
      case 'record':
        return Object.fromEntries(coded.fields.map(([name, field]) => [name, decode(field)]));
      case 'error':
        return new Error(coded.message);
      case 'function':
        return (...args: unknown[]) => call(coded.id, args);
      case 'promise':
        return new Promise((resolve, reject) => waiting.set(coded.id, { resolve, reject }));
    }
  };

  const answer = (message: Message & { type: 'call' }) => {
    const { target, reply } = message;
    try {
      const value = functions.get(target)?.(...message.args.map(decode));
      send({ type: 'result', reply, isOk: true, value: encode(value) });
    } catch (error) {
      const reason = error instanceof Error ? error : new Error(String(error));
      send({ type: 'result', reply, isOk: false, value: encode(reason) });
    }
  };
  window.addEventListener(hearAs, (event) => {
    const message = parse((event as CustomEvent<string>).detail) as Message;
    if (message.type === 'call') answer(message);
    else if (message.type === 'result') results.set(message.reply, message);
    else if (message.type === 'settled') {
      const promise = waiting.get(message.id);
      waiting.delete(message.id);
      if (message.isOk) promise?.resolve(decode(message.value));
      else promise?.reject(decode(message.value) as Error);
    } else if (role === 'page') {
      Object.defineProperty(window, message.name, { value: decode(message.value), enumerable: true });
    }
  });
  return { expose: (name, value) => send({ type: 'expose', name, value: encode(value) }) };
}

/**
 * Makes `window.open` behave as when main denies windows: the browser still notices the attempt and tells main, but the
 * page gets null. A window that opens all the same (a link with a target) is closed by the host before it loads
 * anything.
 */
export function denyWindows(): void {
  const open = window.open.bind(window);
  window.open = (...args) => {
    open(...args)?.close();
    return null;
  };
}

/** The messages from main to the preload's world. */
export type ToPreload =
  | { type: 'answer'; id: number; isOk: boolean; value?: unknown; message?: string }
  | { type: 'event'; channel: string; args: unknown[] };

/** The messages from the preload's world to main. */
export type ToMain =
  | { type: 'invoke'; id: number; channel: string; args: unknown[] }
  | { type: 'send'; channel: string; args: unknown[] };

/**
 * Runs a preload bundle in its isolated world, with the `require('electron')` of a sandboxed preload: `contextBridge`
 * and `ipcRenderer`, and nothing else.
 */
export function runPreload(
  bridge: Bridge,
  bindingName: string,
  environment: { platform: string; versions: Record<string, string> },
  preload: (require: (name: string) => unknown, module: { exports: unknown }, process: unknown) => void,
): void {
  type Listener = (event: unknown, ...args: unknown[]) => void;
  const world = globalThis as unknown as Record<string, unknown>;
  const toMain = world[bindingName] as (text: string) => void;
  const waiting = new Map<number, { resolve: (value: unknown) => void; reject: (reason: Error) => void }>();
  const listeners = new Map<string, Listener[]>();
  let last = 0;

  // Called by main, in this world only.
  world[`${bindingName}Deliver`] = (message: ToPreload) => {
    if (message.type === 'event') {
      const event = { sender: ipcRenderer, ports: [] };
      for (const listener of [...(listeners.get(message.channel) ?? [])]) listener(event, ...message.args);
      return;
    }
    const promise = waiting.get(message.id);
    waiting.delete(message.id);
    if (message.isOk) promise?.resolve(message.value);
    else promise?.reject(new Error(message.message));
  };

  const post = (message: ToMain) => {
    const text = JSON.stringify(message, (key, value: unknown) => {
      if (typeof value === 'function' || typeof value === 'symbol' || typeof value === 'bigint')
        throw new Error(`An object could not be cloned: ${key}`);
      return value;
    });
    toMain(text);
  };
  const off = (channel: string, listener: Listener) => {
    const kept = (listeners.get(channel) ?? []).filter((each) => each !== listener);
    listeners.set(channel, kept);
    return ipcRenderer;
  };
  const on = (channel: string, listener: Listener) => {
    listeners.set(channel, [...(listeners.get(channel) ?? []), listener]);
    return ipcRenderer;
  };
  const ipcRenderer = {
    invoke: (channel: string, ...args: unknown[]) =>
      new Promise((resolve, reject) => {
        last += 1;
        waiting.set(last, { resolve, reject });
        post({ type: 'invoke', id: last, channel, args });
      }),
    send: (channel: string, ...args: unknown[]) => post({ type: 'send', channel, args }),
    on,
    off,
    addListener: on,
    removeListener: off,
    once: (channel: string, listener: Listener) => {
      const once: Listener = (...args) => {
        off(channel, once);
        listener(...args);
      };
      return on(channel, once);
    },
    removeAllListeners: (channel: string) => {
      listeners.delete(channel);
      return ipcRenderer;
    },
  };
  const electron = {
    ipcRenderer,
    contextBridge: { exposeInMainWorld: (name: string, api: unknown) => bridge.expose(name, api) },
  };
  const require = (name: string) => {
    if (name === 'electron') return electron;
    throw new Error(`module not found: ${name}`);
  };
  const process = { ...environment, type: 'renderer', sandboxed: true, contextIsolated: true, argv: [], env: {} };
  preload(require, { exports: {} }, process);
}
