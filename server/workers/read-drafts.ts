import { type ParsedDrafts, parseDrafts } from '#shared/workflow/drafts/parse-drafts.ts';

/** An output to be searched for drafts; `source` gives them their names. */
export interface DraftsRequest {
  output: string;
  source: string;
}

export function readDrafts({ output, source }: DraftsRequest): ParsedDrafts {
  return parseDrafts(output, source);
}
