import type { Executor } from '#server/db/transaction.ts';
import { batchCosts, changeItem, findBatch, moveBatch, nextItem } from '#server/repositories/ai-batches.ts';
import { listStoredPrompts } from '#server/repositories/prompt-templates.ts';
import type { DraftReader } from '#server/services/ai/draft-reader.ts';
import type { AiService } from '#server/services/ai/index.ts';
import type { CodexService } from '#server/services/codices.ts';
import type { JudgeService } from '#server/services/judge/judge-service.ts';
import type { ReadingBody } from '#shared/contract/second-readings.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import { AppError } from '#shared/kernel/errors.ts';
import type { Timers } from '#shared/kernel/timers.ts';
import {
  type BatchDocuments,
  type BatchPorts,
  type BatchQueue,
  type DraftReading,
  SERVER_DRIVER,
  type StepPrompt,
  type StepPrompts,
} from '#shared/runs/batch/batch-ports.ts';
import { formerPromptDocumentId, promptDocumentId } from '#shared/runs/prompt-ids.ts';
import { noCodex, promptCodex } from '#shared/workflow/prompt-codex.ts';
import type { RunFault } from '#shared/workflow/run-states.ts';
import { WORKFLOW_STEPS } from '#shared/workflow/steps.ts';
import { savedPrompt } from '#shared/workspace/prompt-document.ts';
import { createServerDrafts } from './batch-drafts.ts';
import { createServerStepCalls } from './server-step-calls.ts';

/** The dependencies of the server when it drives batches by itself. */
export interface BatchDeps {
  db: Executor;
  clock: Clock;
  timers: Timers;
  ai: Pick<AiService, 'chat' | 'stop' | 'mostCost' | 'isKnown' | 'reader'>;
  judge: Pick<JudgeService, 'judge'>;
  codices: Pick<CodexService, 'codexOf'>;
  documents: BatchDocuments;
  draftReader: Pick<DraftReader, 'read'>;
  onError(error: unknown): void;
}

/** The ports with which the server drives the batch of this id. */
export function serverPorts(deps: BatchDeps, batchId: string): BatchPorts {
  const { db, clock, timers, ai, codices, documents, onError } = deps;
  return {
    ...{ clock, timers, documents, onError, steps: WORKFLOW_STEPS, driver: SERVER_DRIVER },
    queue: createServerQueue(db, batchId),
    createCalls: (onFault) => createServerStepCalls({ ai, clock, onError, onFault }),
    mostCost: ai.mostCost,
    isKnown: ai.isKnown,
    promptsNow: () => promptsNow(db, documents),
    codexOf: async (id) => (id === 0 ? noCodex : promptCodex((await codices.codexOf(id)).codex)),
    drafts: createServerDrafts({ ...deps, faultOf }),
    reader: {
      isAllowed: ai.reader.isAutomatic,
      mostCost: async (reading) => (await ai.reader.estimate(bodyOf(reading))).mostUsd,
      async read(reading, key) {
        const outcome = await (await ai.reader.read(bodyOf(reading), key)).outcome;
        if ('error' in outcome) throw outcome.error;
        return outcome.answer.reading.findings.length;
      },
    },
    faultOf,
  };
}

/** The fault that an error means for the driver of a batch. */
function faultOf(error: unknown): RunFault | null {
  return error instanceof AppError ? { code: error.code, message: error.message } : null;
}

function bodyOf({ categoryId, ...reading }: DraftReading): ReadingBody {
  return { ...reading, postId: 0, categoryId: categoryId ?? 0, isAutomatic: true };
}

/**
 * The prompts in force now, by step: the owner's own, otherwise the stored template. A step without either is absent.
 */
async function promptsNow(db: Executor, documents: BatchDocuments): Promise<StepPrompts> {
  const templates = new Map((await listStoredPrompts(db)).map((stored) => [stored.step, stored]));
  const own = async (id: string | null) => {
    const found = id === null ? null : await documents.open('prompt', id);
    return found?.state() === 'living' ? savedPrompt(found.document) : '';
  };
  const prompts: Record<string, StepPrompt> = {};
  for (const { id } of WORKFLOW_STEPS) {
    const { prompt: template = '', version = 0 } = templates.get(id) ?? {};
    const texts = [await own(promptDocumentId(id)), await own(formerPromptDocumentId(id)), template];
    const prompt = texts.find((text) => text.trim() !== '');
    if (prompt !== undefined) prompts[id] = { prompt, version: prompt === template ? version : 0 };
  }
  return prompts;
}

/** The queue of a batch for the server itself. */
function createServerQueue(db: Executor, id: string): BatchQueue {
  return {
    async find() {
      const batch = await findBatch(db, id);
      return batch && { ...batch, isOurs: batch.device === null };
    },
    next: (underWay) => nextItem(db, id, underWay),
    change: (number, change) => changeItem(db, id, number, change),
    async rest(to) {
      await moveBatch(db, id, ['running'], to);
    },
    costs: () => batchCosts(db, id),
  };
}
