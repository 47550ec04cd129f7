import { type StepId, type StepList, stepWithRole } from '#shared/workflow/steps.ts';
import { generatedDocumentId } from '../draft-document.ts';
import type { BatchDraft, BatchPorts, QueuedItem } from './batch-ports.ts';
import type { Budget } from './budget.ts';

/**
 * Whether drafts of this step are the final drafts of a run: those of the refining step, if the list has such a step.
 */
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
 * Has drafts read when the owner's switch, the reader's limits and the batch's limit allow it. Returns the drafts with
 * the number of findings; a draft that could not be read is returned as it was.
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
  // A key of its own, apart from the reservation of the topic's next step, which may begin at the same time.
  const beside = -item.number;
  try {
    if (!(await reader.isAllowed())) return draft;
    const most = await reader.mostCost(asked);
    if (budget.reserve(beside, most, await queue.costs()) !== 'granted') return draft;
    const findings = await reader.read(asked, `reading-${draft.id}`);
    await drafts.noteRead(draft.id, findings);
    return { ...draft, judged: { red: 0, yellow: 0, ...draft.judged, reader: findings } };
  } catch (error) {
    // The reader is switched off, a limit is reached, or the provider is busy: none of these is a fault of the topic.
    if (faultOf(error) === null) onError(error);
    return draft;
  } finally {
    budget.release(beside);
  }
}
