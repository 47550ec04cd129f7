import { type DraftsRequest, readDrafts } from '#server/workers/read-drafts.ts';
import { createWorkerClient } from '#server/workers/worker-client.ts';
import type { GeneratedDraft } from '#shared/workflow/drafts/draft-shape.ts';
import { fallbackDraft, type ParsedDrafts } from '#shared/workflow/drafts/parse-drafts.ts';

/** Finds the drafts in the text that a model wrote. */
export interface DraftReader {
  /**
   * The drafts of an output; a single draft that holds the whole output when no drafts can be read or reading takes too
   * long; none for a blank output. Never rejects.
   */
  read(request: DraftsRequest): Promise<readonly GeneratedDraft[]>;
  close(): Promise<void>;
}

/** A number of characters. Shorter outputs are read in less time than a thread needs to start. */
const READ_HERE = 20_000;

/**
 * Long outputs are read in a thread: a megabyte can take seconds, and during that time the server could answer nobody.
 */
export function createDraftReader({ onError }: { onError: (error: unknown) => void }): DraftReader {
  const worker = createWorkerClient<DraftsRequest, ParsedDrafts>({
    name: 'drafts',
    work: { limitMs: 10_000, code: 'content_too_complex' },
    timeoutMs: 60_000,
    timeoutCode: 'overloaded',
    startMs: 8000,
    maxQueue: 50,
  });
  const readLong = async (request: DraftsRequest): Promise<Pick<ParsedDrafts, 'drafts'>> => {
    try {
      return await worker.ask(request);
    } catch (error) {
      onError(error);
      return { drafts: [] };
    }
  };
  return {
    async read(request) {
      const { output, source } = request;
      const { drafts } = output.length < READ_HERE ? readDrafts(request) : await readLong(request);
      if (drafts.length > 0) return drafts;
      const whole = fallbackDraft(output, source);
      return whole ? [whole] : [];
    },
    close: () => worker.close(),
  };
}
