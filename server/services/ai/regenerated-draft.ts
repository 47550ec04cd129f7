import type { GeneratedDraftAnswer, regenerateDraft } from '#shared/contract/ai.ts';
import type { BodyOf } from '#shared/contract/endpoint.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { type Answer, answerFault } from '#shared/workflow/faults.ts';
import { fillPrompt } from '#shared/workflow/fill-prompt.ts';
import { WORKFLOW_STEPS } from '#shared/workflow/steps.ts';
import { oneDraftPrompt } from './built-in-prompts.ts';
import type { DraftReader } from './draft-reader.ts';

/** The prompt for a new draft: the step's prompt with the form's values, and the instruction to write a single post. */
export function regeneratePrompt(body: BodyOf<typeof regenerateDraft>): string {
  const { prompt, targetMarket, productApp, productAppFunction, productAppUrl, draftIndex } = body;
  // The first step's prompt may contain the form's values, but no output.
  const values = { targetMarket, productApp, productAppFunction, productAppUrl };
  const filled = fillPrompt(prompt, WORKFLOW_STEPS, WORKFLOW_STEPS[0].id, values);
  return oneDraftPrompt(filled.prompt, draftIndex);
}

const FAULTS: Record<string, string> = {
  output_cut: 'The answer was cut off at its length limit.',
  output_tool: 'The model wants to use a tool, and has none here, so that its answer is not whole.',
  output_stopped: 'The model stopped before its answer was whole.',
  output_page: 'The AI provider answered with a web page in the place of words.',
  output_picture: 'The AI provider answered with a picture in the place of words.',
};

/**
 * The draft in the model's text, or the whole text when no draft can be read. It replaces a complete draft, so an
 * incomplete answer is refused. Throws AppError `ai_provider_failed` for an answer that is incomplete, empty or not a
 * text, `ai_refused` for a refusal.
 */
export async function regeneratedDraft(
  reader: Pick<DraftReader, 'read'>,
  answer: Answer,
  asked: string,
): Promise<GeneratedDraftAnswer> {
  const fault = answerFault(answer, asked)?.code;
  if (fault === 'output_refused') {
    const message = 'The model refused to write this draft. Change the prompt that writes the drafts and try again.';
    throw new AppError('ai_refused', { message });
  }
  const why = FAULTS[fault ?? ''];
  if (why) throw new AppError('ai_provider_failed', { message: `${why} The draft stays as it was; try again.` });
  const [draft] = await reader.read({ output: answer.output, source: 'regenerated' });
  if (!draft)
    throw new AppError('ai_provider_failed', { message: 'The AI provider answered with nothing. Try again.' });
  const { title, slug, excerpt, content, category, tags, featured, readTime } = draft;
  return { title, slug, excerpt, content, category, tags: [...tags], featured, readTime };
}
