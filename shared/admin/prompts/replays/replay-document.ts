import type { StepId } from '#shared/workflow/steps.ts';
import type { WorkspaceDocument } from '#shared/workspace/document.ts';
import type { JsonValue } from '#shared/workspace/json.ts';

/** Stored among the preferences, which every version of the program accepts and no list of runs shows. */
export type ReplayDocument = WorkspaceDocument<'preferences'>;

const PREFIX = 'preferences:replay-';

export const replayDocumentId = (id: string): string => PREFIX + id;
export const isReplayDocument = (documentId: string): boolean => documentId.startsWith(PREFIX);

/** The owner's judgement of which of two outputs is better. */
export type Better = 'old' | 'new' | 'same';

/** The output of a step, with its cost and duration. */
export interface ReplayOutput {
  readonly text: string;
  /** In US dollars; null when no price was known. */
  readonly costUsd: number | null;
  readonly ms: number;
}

/** The step of one run, asked again with another prompt. */
export interface ReplayItem {
  readonly runId: string;
  readonly market: string;
  /** The run's own output, written with the prompt that was sent then. */
  readonly old: ReplayOutput;
  /** The fingerprint of that prompt before it was filled; null when the run does not have it. */
  readonly oldTemplate: string | null;
  /** The prompt as it is sent; empty when it is answered. */
  readonly prompt: string;
  /** The Idempotency-Key under which the item is bought. */
  readonly key: string;
  readonly fresh: ReplayOutput | null;
  /** The reason why the item has no output; null while it may still get one. */
  readonly fault: string | null;
  readonly better: Better | null;
}

/** One prompt tried on the inputs of past runs. */
export interface Replay {
  readonly id: string;
  readonly step: StepId;
  /** The prompt before its placeholders are filled. */
  readonly template: string;
  /** Milliseconds since 1970. */
  readonly madeAt: number;
  readonly items: readonly ReplayItem[];
}

/** Writes a replay into a new document. */
export function writeReplay(document: ReplayDocument, { step, template, madeAt, items }: Replay): void {
  document.change('program', () => {
    document.setField('replay', { step, template, madeAt, runs: items.map(({ runId }) => runId) });
    for (const item of items) writeItem(document, item);
  });
}

/** Writes an item. The owner's choice has a field of its own, because another device may choose while this one buys. */
export function writeItem(document: ReplayDocument, { better, old, fresh, ...rest }: ReplayItem): void {
  const output = (of: ReplayOutput | null): JsonValue => (of === null ? null : { ...of });
  document.setField(`item:${rest.runId}`, { ...rest, old: output(old), fresh: output(fresh) });
  writeBetter(document, rest.runId, better);
}

export function writeBetter(document: ReplayDocument, runId: string, better: Better | null): void {
  document.setField(`better:${runId}`, better ?? undefined);
}

/** Reads the replay in a document; null when the document holds none. Parts that cannot be read are left out. */
export function replayIn(document: ReplayDocument): Replay | null {
  const { step, template, madeAt, runs } = objectOf(document.field('replay'));
  if (typeof step !== 'string' || typeof template !== 'string' || typeof madeAt !== 'number') return null;
  const ids = Array.isArray(runs) ? runs.filter((id): id is string => typeof id === 'string') : [];
  return {
    ...{ id: document.id.slice(PREFIX.length), step, template, madeAt },
    items: ids.flatMap((runId) => itemIn(document, runId) ?? []),
  };
}

function itemIn(document: ReplayDocument, runId: string): ReplayItem | null {
  const { market, old, oldTemplate, prompt, key, fresh, fault } = objectOf(document.field(`item:${runId}`));
  const before = outputOf(old);
  if (before === null || typeof key !== 'string' || typeof prompt !== 'string') return null;
  const better = document.field(`better:${runId}`);
  return {
    ...{ runId, old: before, prompt, key },
    market: typeof market === 'string' ? market : '',
    oldTemplate: typeof oldTemplate === 'string' ? oldTemplate : null,
    fresh: outputOf(fresh),
    fault: typeof fault === 'string' ? fault : null,
    better: better === 'old' || better === 'new' || better === 'same' ? better : null,
  };
}

function outputOf(value: unknown): ReplayOutput | null {
  const { text, costUsd, ms } = objectOf(value);
  if (typeof text !== 'string') return null;
  return { text, costUsd: typeof costUsd === 'number' ? costUsd : null, ms: typeof ms === 'number' ? ms : 0 };
}

function objectOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
}

/** Whether an item of the replay is still to be bought. */
export function isUnfinished({ items }: Replay): boolean {
  return items.some(({ fresh, fault }) => fresh === null && fault === null);
}

/** How often a prompt was judged better, and how often it was compared. */
export interface PromptScore {
  readonly won: number;
  readonly compared: number;
}

/** Returns the scores of a step's prompts from all its replays, by the prompts' fingerprints. */
export function scoresOf(
  replays: readonly Replay[],
  step: StepId,
  print: (text: string) => string,
): ReadonlyMap<string, PromptScore> {
  const scores = new Map<string, PromptScore>();
  const count = (prompt: string | null, hasWon: boolean) => {
    if (prompt === null) return;
    const { won, compared } = scores.get(prompt) ?? { won: 0, compared: 0 };
    scores.set(prompt, { won: won + (hasWon ? 1 : 0), compared: compared + 1 });
  };
  for (const replay of replays) {
    if (replay.step !== step) continue;
    for (const { better, oldTemplate } of replay.items) {
      if (better === null) continue;
      count(print(replay.template), better === 'new');
      count(oldTemplate, better === 'old');
    }
  }
  return scores;
}
