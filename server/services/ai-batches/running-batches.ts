import type { StoredBatch } from '#server/repositories/ai-batches.ts';
import type { WorkspaceService } from '#server/services/workspace/index.ts';
import { type BatchRunner, createBatchRunner } from '#shared/runs/batch/batch-runner.ts';
import { type BatchDeps, serverPorts } from './server-ports.ts';

/** The batches that run in this process. */
export interface RunningBatches {
  /** Starts running batches in this process. */
  begin(): void;
  /** Makes the batch's runner look at its stored state; does nothing before `begin` and after `close`. */
  wake(batch: StoredBatch): Promise<void>;
  /** The time at which a waiting batch continues, in milliseconds since 1970; null when the batch does not wait. */
  againAt(id: string): number | null;
  /** Leaves every run in its current state. */
  close(): Promise<void>;
}

/** The runners of this process; they look for new work when documents grow. */
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
      // For a batch that a device drives, only the work that is running here has to be released.
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
