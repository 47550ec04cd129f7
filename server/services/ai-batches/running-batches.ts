import type { StoredBatch } from '#server/repositories/ai-batches.ts';
import type { WorkspaceService } from '#server/services/workspace/index.ts';
import { type BatchRunner, createBatchRunner } from '#shared/runs/batch/batch-runner.ts';
import { type BatchDeps, serverPorts } from './server-ports.ts';

/** The batches that run in this process. */
export interface RunningBatches {
  /** From now on batches run here. */
  begin(): void;
  /** Has its runner look at what is stored of a batch; does nothing before the beginning and after the end. */
  wake(batch: StoredBatch): Promise<void>;
  /** When a batch that waits is gone on with, in milliseconds since 1970; null where it does not wait. */
  againAt(id: string): number | null;
  /** Lets go of every run as it stands. */
  close(): Promise<void>;
}

/** The runners of this process; they look around when documents grow. */
export function createRunningBatches(deps: BatchDeps, workspace: Pick<WorkspaceService, 'watch'>): RunningBatches {
  const runners = new Map<string, BatchRunner>();
  let isStarted = false;
  let isClosed = false;
  let stopWatching = () => {};

  return {
    begin() {
      isStarted = true;
      const onGrown = () => {
        for (const runner of runners.values()) runner.lookAround();
      };
      stopWatching = workspace.watch({ onCursor: onGrown, onEnd: () => {} });
    },
    async wake(batch) {
      if (isClosed || !isStarted) return;
      // Of one that a device drives, only what is under way here has to be let go of.
      if (batch.device !== null && !runners.has(batch.id)) return;
      const runner = runners.get(batch.id) ?? createBatchRunner(serverPorts(deps, batch.id), batch.id);
      runners.set(batch.id, runner);
      await runner.look();
    },
    againAt: (id) => runners.get(id)?.againAt() ?? null,
    async close() {
      isClosed = true;
      stopWatching();
      await Promise.all([...runners.values()].map((runner) => runner.close()));
    },
  };
}
