import type { Executor } from '#server/db/transaction.ts';
import {
  type BatchDevice,
  findBatch,
  giveBatch,
  insertBatch,
  listBatches,
  moveBatch,
  moveItems,
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
import type { AiBatch, createAiBatch, WholeAiBatch } from '#shared/contract/ai-batches.ts';
import type { BodyOf } from '#shared/contract/endpoint.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { LIMIT_REACHED } from '#shared/runs/batch/batch-runner.ts';
import { createBatchViews, itemsOf, storedBatch } from './batch-views.ts';
import { createDrivenBatches, type DrivenBatches } from './driven-batches.ts';
import { endItems } from './end-items.ts';
import { createRunningBatches } from './running-batches.ts';
import { createServerDocuments } from './server-documents.ts';
import type { BatchDeps } from './server-ports.ts';

/** A batch as requested; without a device the server drives it. */
type NewBatch = Omit<BodyOf<typeof createAiBatch>, 'device'> & { device: BatchDevice | null };

/** Queues of runs that the server drives by itself, or a device of the owner (docs/rules.md, "Batches"). */
export interface AiBatchService extends DrivenBatches {
  /** The last batches, newest first; records that the device is active. */
  list(device?: string): Promise<AiBatch[]>;
  /** Throws AppError `not_found`. */
  get(id: string): Promise<WholeAiBatch>;
  /**
   * Throws AppError `invalid_input` for a category that does not exist, `ai_not_configured`, `idempotency_mismatch`.
   */
  create(body: NewBatch): Promise<AiBatch>;
  /** Each throws AppError `not_found`. */
  pause(id: string): Promise<AiBatch>;
  resume(id: string, options: { failed: boolean }): Promise<AiBatch>;
  cancel(id: string): Promise<AiBatch>;
  limit(id: string, limitUsd: number | null): Promise<AiBatch>;
  /** Gives the batch to a device, or with null to the server. */
  drive(id: string, device: BatchDevice | null): Promise<AiBatch>;
  /** Continues the batches that an earlier server has left running. */
  start(): Promise<void>;
  /** Leaves every run in its current state; the next server continues it. */
  close(): Promise<void>;
}

interface AiBatchOptions extends Omit<BatchDeps, 'documents'> {
  siteId: string;
  workspace: Pick<WorkspaceService, 'push' | 'watch'>;
  usage: AiService['usage'];
}

/** The number of batches that are shown. */
const SHOWN = 50;

/** The reason of a batch that was paused by its limit, after that limit was changed. */
const LIMITED_ANEW = 'The limit was changed. Resume goes on where it stands.';

export function createAiBatchService(options: AiBatchOptions): AiBatchService {
  const { db, clock, workspace } = options;
  const documents = createServerDocuments(options);
  const deps: BatchDeps = { ...options, documents };
  const running = createRunningBatches(deps, workspace);
  const { show, shown } = createBatchViews(db, running.againAt);

  const found = (id: string) => storedBatch(db, id);
  /** Changes a batch, and lets its runner see the change. A batch that is over stays as it is. */
  async function change(id: string, work: () => Promise<unknown>): Promise<AiBatch> {
    await found(id);
    await work();
    await running.wake(await found(id));
    return show(id);
  }

  return {
    ...createDrivenBatches({ db, clock, show }),
    async list(device) {
      if (device !== undefined) await noteDevice(db, device, clock.now());
      return shown(await listBatches(db, SHOWN));
    },
    async get(id) {
      return { ...(await show(id)), items: await itemsOf(db, clock, id) };
    },
    async create({ id, device, ...asked }) {
      // The device that drives a batch is not part of its identity.
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
      await running.wake(await found(id));
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
      if (batch.state === 'cancelled') await endItems(deps, id);
      return show(id);
    },
    limit: (id, limitUsd) => change(id, async () => limitAnew(db, await found(id), limitUsd)),
    drive: (id, device) =>
      change(id, async () => {
        await giveBatch(db, id, device, clock.now());
        if (device === null) await requeueItems(db, id);
      }),
    async start() {
      running.begin();
      await requeueItems(db);
      for (const batch of await unendedBatches(db)) {
        await running.wake(batch);
        if (batch.state === 'cancelled') await endItems(deps, batch.id);
      }
    },
    close: running.close,
  };
}

async function limitAnew(db: Executor, { id, reason }: StoredBatch, limitUsd: number | null): Promise<void> {
  await setBatchLimit(db, id, limitUsd);
  // The stored reason of the pause contains figures of the old limit.
  if (reason?.startsWith(LIMIT_REACHED)) await moveBatch(db, id, ['paused'], { state: 'paused', reason: LIMITED_ANEW });
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
