import { isoTime } from '#server/db/live.ts';
import type { Executor } from '#server/db/transaction.ts';
import {
  type BatchDevice,
  batchCosts,
  batchItems,
  changeItem,
  countItems,
  findBatch,
  giveBatch,
  insertBatch,
  listBatches,
  moveBatch,
  moveItems,
  nextItem,
  noteDevice,
  requeueItems,
  type StoredBatch,
  setBatchLimit,
  unendedBatches,
} from '#server/repositories/ai-batches.ts';
import { listCategories } from '#server/repositories/categories.ts';
import type { AiService } from '#server/services/ai/index.ts';
import { hashOf } from '#server/services/at-most-once.ts';
import type { WorkspaceService } from '#server/services/workspace/index.ts';
import {
  type AiBatch,
  type AiBatchItem,
  batchItemState,
  type createAiBatch,
  type WholeAiBatch,
} from '#shared/contract/ai-batches.ts';
import type { BodyOf } from '#shared/contract/endpoint.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { recordOf } from '#shared/kernel/record-of.ts';
import { batchRunId } from '#shared/runs/batch/batch-driver.ts';
import type { ItemChange, QueuedItem } from '#shared/runs/batch/batch-ports.ts';
import { type BatchRunner, createBatchRunner } from '#shared/runs/batch/batch-runner.ts';
import { stopItemRun } from '#shared/runs/batch/item-run.ts';
import { WORKFLOW_STEPS } from '#shared/workflow/steps.ts';
import { createServerDocuments } from './server-documents.ts';
import { type BatchDeps, serverPorts } from './server-ports.ts';

/** A batch as it is asked for; without a device the server drives it. */
type NewBatch = Omit<BodyOf<typeof createAiBatch>, 'device'> & { device: BatchDevice | null };

/** Queues of runs that the server drives by itself, or a device of the owner (docs/rules.md, "Batches"). */
export interface AiBatchService {
  /** The last ones, newest first; notes that a device is there. */
  list(device?: string): Promise<AiBatch[]>;
  /** Throws AppError `not_found`. */
  get(id: string): Promise<WholeAiBatch>;
  /** Throws AppError `invalid_input` for a category that is not there, `ai_not_configured`, `idempotency_mismatch`. */
  create(body: NewBatch): Promise<AiBatch>;
  /** Each throws AppError `not_found`. */
  pause(id: string): Promise<AiBatch>;
  resume(id: string, options: { failed: boolean }): Promise<AiBatch>;
  cancel(id: string): Promise<AiBatch>;
  limit(id: string, limitUsd: number | null): Promise<AiBatch>;
  /** Gives it to a device, or with null to the server. */
  drive(id: string, device: BatchDevice | null): Promise<AiBatch>;
  /** For the device that drives it; each throws AppError `batch_elsewhere` for another one. */
  next(id: string, device: string, underWay: readonly number[]): Promise<QueuedItem | null>;
  report(id: string, device: string, given: { number: number; change: ItemChange }): Promise<void>;
  rest(id: string, device: string, to: { state: 'done' | 'paused'; reason: string | null }): Promise<AiBatch>;
  /** Goes on with what an earlier server has left under way. */
  start(): Promise<void>;
  /** Lets go of every run as it stands; the next server goes on with it. */
  close(): Promise<void>;
}

interface AiBatchOptions extends Omit<BatchDeps, 'documents'> {
  siteId: string;
  workspace: Pick<WorkspaceService, 'push' | 'watch'>;
  usage: AiService['usage'];
}

/** Batches that are shown. */
const SHOWN = 50;

export function createAiBatchService(options: AiBatchOptions): AiBatchService {
  const { db, clock, workspace } = options;
  const documents = createServerDocuments(options);
  const deps: BatchDeps = { ...options, documents };
  const runners = new Map<string, BatchRunner>();
  let isStarted = false;
  let isClosed = false;
  let stopWatching = () => {};

  /** Has its runner look at what is stored of a batch. */
  async function wake(batch: StoredBatch): Promise<void> {
    if (isClosed || !isStarted) return;
    // Of one that a device drives, only what is under way here has to be let go of.
    if (batch.device !== null && !runners.has(batch.id)) return;
    const runner = runners.get(batch.id) ?? createBatchRunner(serverPorts(deps, batch.id), batch.id);
    runners.set(batch.id, runner);
    await runner.look();
  }

  async function found(id: string): Promise<StoredBatch> {
    const batch = await findBatch(db, id);
    if (!batch) throw new AppError('not_found');
    return batch;
  }

  const shown = async (batches: readonly StoredBatch[]): Promise<AiBatch[]> => {
    const counts = await countItems(
      db,
      batches.map(({ id }) => id),
    );
    return Promise.all(
      batches.map(async ({ bodyHash: _, ...batch }) => {
        const againAt = runners.get(batch.id)?.againAt() ?? null;
        return {
          ...batch,
          costUsd: sumOf((await batchCosts(db, batch.id)).values()),
          againAt: againAt === null ? null : isoTime(againAt),
          counts: recordOf(batchItemState.options, (state) => [state, counts.get(batch.id)?.get(state) ?? 0]),
        };
      }),
    );
  };
  const show = async (id: string): Promise<AiBatch> => {
    const [batch] = await shown([await found(id)]);
    if (!batch) throw new AppError('not_found');
    return batch;
  };
  /** Does something to a batch, and has it taken in. What is over stays as it is. */
  async function change(id: string, work: () => Promise<unknown>): Promise<AiBatch> {
    await found(id);
    await work();
    await wake(await found(id));
    return show(id);
  }
  /** For the device that drives a batch alone. */
  async function ofDevice<Answer>(id: string, device: string, work: () => Promise<Answer>): Promise<Answer> {
    const batch = await found(id);
    if (batch.device?.id !== device) throw new AppError('batch_elsewhere');
    await noteDevice(db, device, clock.now());
    return work();
  }

  /** What was not begun is not begun any more, and what nobody drives is seen to be at its end. */
  async function endItems(id: string): Promise<void> {
    for (const { number, state, prompts } of await batchItems(db, id)) {
      if (state !== 'queued' && state !== 'running') continue;
      if (prompts !== null) await stopItemRun({ ...deps, steps: WORKFLOW_STEPS }, id, number);
      await changeItem(db, id, number, { prompts: null });
    }
    await moveItems(db, id, 'running', 'cancelled');
    await moveItems(db, id, 'queued', 'cancelled');
  }

  return {
    async list(device) {
      if (device !== undefined) await noteDevice(db, device, clock.now());
      return shown(await listBatches(db, SHOWN));
    },
    async get(id) {
      return { ...(await show(id)), items: await itemsOf(db, clock, id) };
    },
    async create({ id, device, ...asked }) {
      // Where it is driven is no part of what it is.
      const bodyHash = hashOf(asked);
      const known = await findBatch(db, id);
      if (known && known.bodyHash !== bodyHash) throw new AppError('idempotency_mismatch');
      if (known) return show(id);
      await refuseUnknownCategories(options, asked.topics);
      if (!(await options.usage(undefined)).isConfigured) throw new AppError('ai_not_configured');
      await insertBatch(
        db,
        { id, bodyHash, limitUsd: asked.limitUsd, atOnce: asked.atOnce, device },
        asked.topics,
        clock.now(),
      );
      await wake(await found(id));
      return show(id);
    },
    pause: (id) => change(id, () => moveBatch(db, id, ['running'], { state: 'paused', reason: null })),
    resume: (id, { failed }) =>
      change(id, async () => {
        const { state } = await found(id);
        if (state === 'cancelled') return;
        if (failed) await moveItems(db, id, 'failed', 'queued');
        const from = failed ? (['paused', 'done'] as const) : (['paused'] as const);
        await moveBatch(db, id, from, { state: 'running', reason: null });
      }),
    async cancel(id) {
      const to = { state: 'cancelled', reason: null } as const;
      const batch = await change(id, () => moveBatch(db, id, ['running', 'paused'], to));
      if (batch.state === 'cancelled') await endItems(id);
      return show(id);
    },
    limit: (id, limitUsd) => change(id, () => setBatchLimit(db, id, limitUsd)),
    drive: (id, device) =>
      change(id, async () => {
        await giveBatch(db, id, device, clock.now());
        if (device === null) await requeueItems(db, id);
      }),
    next: (id, device, underWay) => ofDevice(id, device, () => nextItem(db, id, underWay)),
    report: (id, device, { number, change: given }) => ofDevice(id, device, () => changeItem(db, id, number, given)),
    async rest(id, device, to) {
      await ofDevice(id, device, () => moveBatch(db, id, ['running'], to));
      return show(id);
    },
    async start() {
      isStarted = true;
      const onGrown = () => {
        for (const runner of runners.values()) runner.lookAround();
      };
      stopWatching = workspace.watch({ onCursor: onGrown, onEnd: () => {} });
      await requeueItems(db);
      for (const batch of await unendedBatches(db)) {
        await wake(batch);
        if (batch.state === 'cancelled') await endItems(batch.id);
      }
    },
    async close() {
      isClosed = true;
      stopWatching();
      await Promise.all([...runners.values()].map((runner) => runner.close()));
    },
  };
}

async function itemsOf(db: Executor, clock: Clock, id: string): Promise<AiBatchItem[]> {
  const costs = await batchCosts(db, id);
  const names = new Map((await listCategories(db, clock.now())).map((category) => [category.id, category.name]));
  return (await batchItems(db, id)).map(({ prompts: _, ...item }) => ({
    ...item,
    runId: batchRunId(id, item.number),
    category: item.categoryId === null ? null : (names.get(item.categoryId) ?? null),
    costUsd: costs.get(item.number) ?? null,
  }));
}

async function refuseUnknownCategories(
  { db, clock }: Pick<AiBatchOptions, 'db' | 'clock'>,
  topics: BodyOf<typeof createAiBatch>['topics'],
): Promise<void> {
  const known = new Set((await listCategories(db, clock.now())).map(({ id }) => id));
  const issues = topics.flatMap(({ categoryId }, index) =>
    categoryId === null || known.has(categoryId)
      ? []
      : [{ path: `topics.${index}.categoryId`, message: `Topic ${index + 1}: this category is not there any more.` }],
  );
  if (issues[0]) throw new AppError('invalid_input', { message: issues[0].message, issues });
}

/** Null where no price of any is known. */
function sumOf(costs: Iterable<number | null>): number | null {
  const known = [...costs].filter((cost) => cost !== null);
  return known.length === 0 ? null : known.reduce((sum, cost) => sum + cost, 0);
}
