import { formerNumber, WORKFLOW_STEPS } from '#shared/workflow/steps.ts';

interface Described {
  id: string;
  kind: 'draft' | 'prompt' | 'run';
  /** What it says it is called; empty where it says nothing. */
  name: string;
}

/** What a document is called in a list. */
export function documentTitle({ id, kind, name }: Described): string {
  if (kind === 'draft') return name || 'Untitled draft';
  if (kind === 'run') return name || 'Untitled run';
  const key = id.slice('prompt:'.length);
  const step = WORKFLOW_STEPS.find((each) => each.id === key || String(formerNumber(each.id)) === key);
  return `Custom prompt: ${step?.title ?? key}`;
}
