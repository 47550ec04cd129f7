import { type AiBatch, listAiBatches } from '#shared/contract/ai-batches.ts';
import { type BatchRunner, createBatchRunner } from '#shared/runs/batch/batch-runner.ts';
import { openDocumentChannel } from '../../../document-channel.ts';
import { createOpenDocuments } from '../../../documents/open-documents.ts';
import type { Timers } from '../../../editor/index.ts';
import type { RunPorts, RunSession } from '../../runs/run-session.ts';
import { isOver } from '../batch-words.ts';
import { createDeviceDocuments, devicePorts } from './device-ports.ts';

export interface BatchHostOptions {
  ports: RunPorts;
  timers: Timers;
  session: RunSession;
  /** The batches that have not come to their end, whoever drives them. */
  onChange(batches: readonly AiBatch[]): void;
}

/**
 * Drives the batches of this device, in the one window of it that holds the lock, and follows those of others
 * (docs/rules.md, "Batches").
 */
export interface BatchHost {
  /** Something was done to a batch: looks at once, and from then on by itself. */
  wake(): void;
  close(): Promise<void>;
}

const LOCK = 'ninefold:batches';
/** localStorage: a device that has neither begun nor seen a batch that goes on asks for none. */
const FOLLOWS = 'drivesBatches';
/** Milliseconds between two looks, while a batch is driven here and while others drive one. */
const LOOK = { busy: 3000, idle: 20_000 } as const;

export function createBatchHost({ ports, timers, session, onChange }: BatchHostOptions): BatchHost {
  const { api, clock, store, localStorage: storage, locks } = ports;
  // Of its own: what is written here is told to the screen like the words of another window.
  const documents = createOpenDocuments({ store, clock, timers, channel: openDocumentChannel(ports.openChannel) });
  const given = { ports, timers, session, documents: createDeviceDocuments(documents) };
  const runners = new Map<string, BatchRunner>();
  let hold: { release(): void } | null = null;
  let isClosed = false;
  let isLooking = false;
  let isAsked = false;
  let callOff = () => {};

  documents.onForeign(({ kind }) => {
    if (kind === 'run') for (const runner of runners.values()) runner.lookAround();
  });

  function lookIn(ms: number): void {
    callOff();
    if (!isClosed) callOff = timers.after(ms, () => void look());
  }

  async function look(): Promise<void> {
    if (isLooking || isClosed) return;
    isLooking = true;
    isAsked = false;
    try {
      const device = await session.preferences.keepDevice();
      const batches = await api.call(listAiBatches, { query: { device } });
      const open = batches.filter((batch) => !isOver(batch));
      onChange(open);
      if (open.length === 0 && !isAsked) storage.remove(FOLLOWS);
      const ours = open.filter((batch) => batch.device?.id === device);
      hold ??= ours.length === 0 ? null : await locks.tryHold(LOCK).catch(() => null);
      if (isClosed || hold === null) return;
      for (const { id } of ours) {
        if (!runners.has(id)) runners.set(id, createBatchRunner(devicePorts({ ...given, device }, id), id));
      }
      // Not waited for: a provider that is busy must not keep the others from being looked at.
      for (const [id, runner] of runners) {
        void runner.look();
        // What this window has written, it is not told of.
        runner.lookAround();
        if (!ours.some((batch) => batch.id === id)) void letGo(id, runner);
      }
    } catch {
      // No network, or nobody is signed in: what goes on is looked at again.
    } finally {
      isLooking = false;
      if (isAsked) lookIn(0);
      else if (storage.get(FOLLOWS) !== null) lookIn(runners.size > 0 ? LOOK.busy : LOOK.idle);
    }
  }

  async function letGo(id: string, runner: BatchRunner): Promise<void> {
    runners.delete(id);
    await runner.look();
    await runner.close();
    if (runners.size > 0) return;
    hold?.release();
    hold = null;
  }

  if (storage.get(FOLLOWS) !== null) void look();

  return {
    wake() {
      isAsked = true;
      storage.set(FOLLOWS, 'yes');
      void look();
    },
    async close() {
      isClosed = true;
      callOff();
      await Promise.all([...runners.values()].map((runner) => runner.close()));
      await documents.close();
      hold?.release();
      hold = null;
    },
  };
}
