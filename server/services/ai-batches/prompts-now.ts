import type { Executor } from '#server/db/transaction.ts';
import { listStoredPrompts } from '#server/repositories/prompt-templates.ts';
import type { BatchDocuments } from '#shared/runs/batch/batch-ports.ts';
import { formerPromptDocumentId, promptDocumentId } from '#shared/runs/prompt-ids.ts';
import { WORKFLOW_STEPS } from '#shared/workflow/steps.ts';
import { savedPrompt } from '#shared/workspace/prompt-document.ts';

/** The prompts that count now, by step: the owner's own, else the stored template. A step without either is absent. */
export async function promptsNow(db: Executor, documents: BatchDocuments): Promise<Record<string, string>> {
  const templates = new Map((await listStoredPrompts(db)).map(({ step, prompt }) => [step, prompt]));
  const own = async (id: string | null) => {
    const found = id === null ? null : await documents.open('prompt', id);
    return found?.state() === 'living' ? savedPrompt(found.document) : '';
  };
  const prompts: Record<string, string> = {};
  for (const { id } of WORKFLOW_STEPS) {
    const texts = [await own(promptDocumentId(id)), await own(formerPromptDocumentId(id)), templates.get(id) ?? ''];
    const counting = texts.find((text) => text.trim() !== '');
    if (counting !== undefined) prompts[id] = counting;
  }
  return prompts;
}
