import type { JudgedCounts } from '#shared/contract/ai-batches.ts';
import type { JudgeFinding } from '#shared/contract/judge.ts';
import type { Timers } from '#shared/kernel/timers.ts';
import { guessCategory } from '#shared/workflow/drafts/category-guess.ts';
import type { GeneratedDraft } from '#shared/workflow/drafts/draft-shape.ts';
import { countFindings, type GeneratedDocument, leaveUnjudged, writeJudged } from '../draft-document.ts';
import type { BatchPorts } from './batch-ports.ts';

/** What of a new draft is judged, and by whose codex. */
type JudgedDraft = Pick<GeneratedDraft, 'title' | 'excerpt' | 'content'> & { categoryId: number };

export interface DraftJudge extends Pick<BatchPorts, 'faultOf' | 'onError'> {
  timers: Timers;
  /** All there is to look at in a draft. Throws where it cannot be said. */
  findingsIn(draft: JudgedDraft): Promise<readonly Pick<JudgeFinding, 'level'>[]>;
}

/** Milliseconds after which a judge that was busy is asked again. */
const AGAIN_MS = [2000, 10_000];

/**
 * What the judge counts in a draft as it arrives, by the codex of the category it begins in or would be published in. One that is
 * busy is asked again; where it stays so, the draft is left to be judged later: `busy`. One that cannot be judged is a draft all the
 * same: null.
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

/** Notes with a draft what `countInDraft` gives. */
export function noteCounted(document: GeneratedDocument, counted: JudgedCounts | 'busy' | null): void {
  if (counted === 'busy') leaveUnjudged(document);
  else if (counted !== null) writeJudged(document, counted);
}
