import type { ParsedDrafts } from '#shared/workflow/drafts/parse-drafts.ts';

/** The request to the drafts' worker: find the drafts in an output. */
export interface DraftsRequest {
  output: string;
  source: string;
}

export interface DraftsAnswer {
  parsed: ParsedDrafts;
}
