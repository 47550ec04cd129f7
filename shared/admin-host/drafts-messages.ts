import type { ParsedDrafts } from '#shared/workflow/drafts/parse-drafts.ts';

/** What the drafts' worker is asked: to find the drafts in an output. */
export interface DraftsRequest {
  output: string;
  source: string;
}

export interface DraftsAnswer {
  parsed: ParsedDrafts;
}
