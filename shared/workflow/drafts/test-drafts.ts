import type { GeneratedDraft } from './draft-shape.ts';
import { fallbackDraft, parseDrafts } from './parse-drafts.ts';

/** The drafts of an output, for tests; where none can be read, one with all of it. None for a blank output. */
export function draftsOf(output: string, source: string): readonly GeneratedDraft[] {
  const { drafts } = parseDrafts(output, source);
  if (drafts.length > 0) return drafts;
  const fallback = fallbackDraft(output, source);
  return fallback ? [fallback] : [];
}
