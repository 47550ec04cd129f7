import type { Timers } from '../../editor/index.ts';
import type { WindowChannel, WindowLocks } from '../../ports.ts';

export interface TabLeaderOptions {
  locks: WindowLocks;
  timers: Timers;
  channel: WindowChannel;
  /** A name for this window. */
  self: string;
  /** Called when this window has become the leader after `open` had returned false. */
  onElected(): void;
  /** Called when another window wants to lead; resolves when everything in this window is on the disk. */
  onAsked(): Promise<void>;
}

/**
 * Elects the window of this device that drives the run (docs/rules.md, "Who drives a run"): the window that holds the
 * Web Lock.
 */
export interface TabLeader {
  /** Returns true when this window leads; otherwise this window waits until the leader is gone. */
  open(): Promise<boolean>;
  /** Asks the leading window to give the lead to this one. */
  takeOver(): void;
  isLeader(): boolean;
  close(): void;
}

const LOCK = 'ninefold:workflow';
const TRY_AGAIN_MS = 1000;
/**
 * A window that has given up the lead waits this long before it tries to get it again, so that other windows come
 * first.
 */
const TRY_AGAIN_AFTER_LETTING_GO_MS = 3000;

export function createTabLeader({ locks, timers, channel, self, onElected, onAsked }: TabLeaderOptions): TabLeader {
  let hold: { release(): void } | null = null;
  let isClosed = false;
  let callOff = () => {};

  async function tryHold(): Promise<boolean> {
    // When the host's locks fail, the lock is requested again later: two windows that both drive would buy twice.
    const taken = await locks.tryHold(LOCK).catch(() => null);
    if (isClosed || hold !== null) taken?.release();
    else hold = taken;
    return taken !== null && hold === taken;
  }
  function tryLater(ms: number): void {
    callOff();
    callOff = timers.after(ms, () => void tryNow());
  }
  async function tryNow(): Promise<void> {
    callOff();
    if (isClosed || hold !== null) return;
    if (await tryHold()) onElected();
    else if (!isClosed) tryLater(TRY_AGAIN_MS);
  }
  async function letGo(to: string): Promise<void> {
    if (hold === null) return;
    await onAsked();
    hold?.release();
    hold = null;
    channel.post({ type: 'let-go', to });
    if (!isClosed) tryLater(TRY_AGAIN_AFTER_LETTING_GO_MS);
  }

  const stopListening = channel.listen((message) => {
    const { type, from, to } = readMessage(message);
    if (type === 'ask' && from !== undefined) void letGo(from);
    if (type === 'let-go' && to === self) void tryNow();
  });

  return {
    async open() {
      if (await tryHold()) return true;
      tryLater(TRY_AGAIN_MS);
      return false;
    },
    takeOver: () => channel.post({ type: 'ask', from: self }),
    isLeader: () => hold !== null,
    close() {
      isClosed = true;
      callOff();
      stopListening();
      hold?.release();
      hold = null;
      channel.close();
    },
  };
}

function readMessage(message: unknown): { type?: unknown; from?: string | undefined; to?: unknown } {
  if (typeof message !== 'object' || message === null) return {};
  const { type, from, to } = message as Readonly<Record<string, unknown>>;
  return { type, from: typeof from === 'string' ? from : undefined, to };
}
