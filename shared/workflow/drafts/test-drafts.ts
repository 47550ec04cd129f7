import type { GeneratedDraft } from './draft-shape.ts';
import { fallbackDraft, parseDrafts } from './parse-drafts.ts';

/**
 * For tests: returns the drafts of an output. When none can be read, returns one draft with the whole output; for a
 * blank output, none.
 */
export function draftsOf(output: string, source: string): readonly GeneratedDraft[] {
  const { drafts } = parseDrafts(output, source);
  if (drafts.length > 0) return drafts;
  const fallback = fallbackDraft(output, source);
  return fallback ? [fallback] : [];
}
