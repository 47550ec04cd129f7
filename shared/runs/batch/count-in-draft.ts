import type { JudgedCounts } from '#shared/contract/ai-batches.ts';
import type { JudgeFinding } from '#shared/contract/judge.ts';
import type { Timers } from '#shared/kernel/timers.ts';
import { guessCategory } from '#shared/workflow/drafts/category-guess.ts';
import type { GeneratedDraft } from '#shared/workflow/drafts/draft-shape.ts';
import { countFindings, type GeneratedDocument, leaveUnjudged, writeJudged } from '../draft-document.ts';
import type { BatchPorts } from './batch-ports.ts';

/** The parts of a new draft that are judged, and the category whose codex is used. */
type JudgedDraft = Pick<GeneratedDraft, 'title' | 'excerpt' | 'content'> & { categoryId: number };

export interface DraftJudge extends Pick<BatchPorts, 'faultOf' | 'onError'> {
  timers: Timers;
  /** All findings in a draft. Throws when they cannot be determined. */
  findingsIn(draft: JudgedDraft): Promise<readonly Pick<JudgeFinding, 'level'>[]>;
}

/** The pauses, in milliseconds, before a busy judge is asked again. */
const AGAIN_MS = [2000, 10_000];

/**
 * Counts the judge's findings in a new draft, by the codex of the category that the draft begins in or would be
 * published in. A busy judge is asked again; when it stays busy, the result is `busy` and the draft is left to be
 * judged later. When the draft cannot be judged, the result is null, and the draft is still valid.
 */
export async function countInDraft(
  { timers, findingsIn, faultOf, onError }: DraftJudge,
  draft: GeneratedDraft,
  categoryId: number | null,
): Promise<JudgedCounts | 'busy' | null> {
  const { title, excerpt, content } = draft;
  const judged = { title, excerpt, content, categoryId: categoryId ?? guessCategory(draft) };
  for (let tries = 0; ; tries += 1) {
    try {
      return countFindings(await findingsIn(judged));
    } catch (error) {
      const fault = faultOf(error);
      const isBusy = fault === null || fault.code === 'overloaded';
      const wait = AGAIN_MS[tries];
      if (wait === undefined || !isBusy) {
        onError(error);
        return isBusy ? 'busy' : null;
      }
      await new Promise<void>((resolve) => void timers.after(wait, resolve));
    }
  }
}

/** Notes the result of `countInDraft` in the draft. */
export function noteCounted(document: GeneratedDocument, counted: JudgedCounts | 'busy' | null): void {
  if (counted === 'busy') leaveUnjudged(document);
  else if (counted !== null) writeJudged(document, counted);
}
