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
  /** Receives the batches that have not ended, whoever drives them. */
  onChange(batches: readonly AiBatch[]): void;
}

/**
 * Drives the batches of this device, in the one window that holds the lock, and follows the batches of other drivers
 * (docs/rules.md, "Batches").
 */
export interface BatchHost {
  /** To be called when something was done to a batch: looks at once, and from then on at intervals. */
  wake(): void;
  close(): Promise<void>;
}

const LOCK = 'ninefold:batches';
/** A key of localStorage: a device that has neither begun nor seen a batch under way asks for none. */
const FOLLOWS = 'drivesBatches';
/** The intervals between two looks, in milliseconds: while a batch is driven here, and while only others drive one. */
const LOOK = { busy: 3000, idle: 20_000 } as const;

export function createBatchHost({ ports, timers, session, onChange }: BatchHostOptions): BatchHost {
  const { api, clock, store, localStorage: storage, locks } = ports;
  // Separate documents for the batches: changes made here reach the screen like the changes of another window.
  const documents = createOpenDocuments({ store, clock, timers, channel: openDocumentChannel(ports.openChannel) });
  const shared = { ports, timers, session, documents: createDeviceDocuments(documents) };
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
      const ours = open.filter((batch) => batch.device?.id === device);
      onChange(open);
      if (open.length === 0 && !isAsked) storage.remove(FOLLOWS);
      hold ??= ours.length === 0 ? null : await locks.tryHold(LOCK).catch(() => null);
      if (isClosed || hold === null) return;
      for (const { id } of ours) {
        if (!runners.has(id)) runners.set(id, createBatchRunner(devicePorts({ ...shared, device }, id), id));
      }
      // Not awaited: a busy provider of one batch must not delay the others.
      for (const [id, runner] of runners) {
        void runner.look();
        // This window is not notified of its own writes, so the runner is told to look.
        runner.lookAround();
        if (!ours.some((batch) => batch.id === id)) void letGo(id, runner);
      }
    } catch {
      // No network, or nobody is signed in: the batches are looked at again later.
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
