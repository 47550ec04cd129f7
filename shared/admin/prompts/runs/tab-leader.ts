import type { Timers } from '../../editor/index.ts';
import type { WindowChannel, WindowLocks } from '../../ports.ts';

export interface RunTabsOptions {
  locks: WindowLocks;
  timers: Timers;
  channel: WindowChannel;
  /** A name for this window. */
  self: string;
  /** This window drives now; called after `open` answered false. */
  onHeld(): void;
  /** Another window wants to drive: resolves when everything of this one is on the disk. */
  onAsked(): Promise<void>;
}

/** Which window of this device drives the run (docs/rules.md, "Who drives a run"): the one that holds a Web Lock. */
export interface RunTabs {
  /** True when this window drives; where another does, it waits for it to go. */
  open(): Promise<boolean>;
  /** Asks the window that drives to let this one. */
  takeOver(): void;
  isHolding(): boolean;
  close(): void;
}

const LOCK = 'ninefold:workflow';
const TRY_AGAIN_MS = 1000;
/** A window that has let go leaves the others this long before it tries again itself. */
const MANNERS_MS = 3000;

export function createRunTabs({ locks, timers, channel, self, onHeld, onAsked }: RunTabsOptions): RunTabs {
  let hold: { release(): void } | null = null;
  let isClosed = false;
  let callOff = () => {};

  async function tryHold(): Promise<boolean> {
    // A host whose locks fail is asked again: two windows that both drive would buy twice.
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
    if (await tryHold()) onHeld();
    else if (!isClosed) tryLater(TRY_AGAIN_MS);
  }
  async function letGo(to: string): Promise<void> {
    if (hold === null) return;
    await onAsked();
    hold?.release();
    hold = null;
    channel.post({ type: 'let-go', to });
    if (!isClosed) tryLater(MANNERS_MS);
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
    isHolding: () => hold !== null,
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
