import { type StepId, type StepList, stepWithRole } from '#shared/workflow/steps.ts';
import { generatedDocumentId } from '../draft-document.ts';
import type { BatchDraft, BatchPorts, QueuedItem } from './batch-ports.ts';
import type { Budget } from './budget.ts';

/** Whether drafts of this step are what the run comes to: the refined one, where the list refines. */
export function isLastWriter(steps: StepList, step: StepId): boolean {
  const last = stepWithRole(steps, 'refines') ?? stepWithRole(steps, 'writesDrafts');
  return last?.id === step;
}

interface SecondRead {
  ports: BatchPorts;
  budget: Budget;
  runId: string;
  item: Pick<QueuedItem, 'number' | 'categoryId'>;
}

/**
 * Has drafts read where the owner's switch, the reader's limits and the batch's allow it. Gives them with how much was found;
 * a draft that could not be read is a draft all the same.
 */
export async function readSecond(reading: SecondRead, drafts: readonly BatchDraft[]): Promise<BatchDraft[]> {
  const read: BatchDraft[] = [];
  for (const draft of drafts) read.push(await readOne(reading, draft));
  return read;
}

async function readOne({ ports, budget, runId, item }: SecondRead, draft: BatchDraft): Promise<BatchDraft> {
  const { drafts, reader, queue, faultOf, onError } = ports;
  const words = await drafts.words(draft.id);
  if (words === null || draft.judged?.reader !== undefined) return draft;
  const asked = { ...words, document: generatedDocumentId(draft.id), runId, categoryId: item.categoryId };
  // Beside what is set aside for the topic's own step, which may begin meanwhile.
  const beside = -item.number;
  try {
    if (!(await reader.isAllowed())) return draft;
    const most = await reader.mostCost(asked);
    if (budget.reserve(beside, most, await queue.costs()) !== 'granted') return draft;
    const findings = await reader.read(asked, `reading-${draft.id}`);
    await drafts.noteRead(draft.id, findings);
    return { ...draft, judged: { red: 0, yellow: 0, ...draft.judged, reader: findings } };
  } catch (error) {
    // Switched off, a limit, a provider that is busy: nothing of it is a fault of the topic.
    if (faultOf(error) === null) onError(error);
    return draft;
  } finally {
    budget.release(beside);
  }
}
