import type { AdminPorts } from '#shared/admin/ports.ts';
import type { ParsedDrafts } from '#shared/workflow/drafts/parse-drafts.ts';
import type { DraftsAnswer, DraftsRequest } from './drafts-messages.ts';

type NewWorker = () => Pick<Worker, 'postMessage' | 'terminate' | 'onmessage' | 'onerror'>;
const draftsWorker: NewWorker = () => new Worker(new URL('./drafts-worker.ts', import.meta.url), { type: 'module' });

/**
 * The time, in milliseconds, after which a worker is abandoned: the parser's time is proportional to the text, and far
 * shorter.
 */
const PATIENCE = 20_000;

/** Returns the port that reads drafts, with a worker for each output; a run has only two such outputs. */
export function createParseDrafts(newWorker: NewWorker = draftsWorker): AdminPorts['parseDrafts'] {
  return async (output, source) => {
    try {
      return await ask(newWorker(), { output, source });
    } catch (error) {
      // A page that is blocked for a moment is better than no drafts.
      console.warn('Drafts are read without a worker', error);
      const { parseDrafts } = await import('#shared/workflow/drafts/parse-drafts.ts');
      return parseDrafts(output, source);
    }
  };
}

async function ask(worker: ReturnType<NewWorker>, request: DraftsRequest): Promise<ParsedDrafts> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  try {
    return await new Promise<ParsedDrafts>((resolve, reject) => {
      timer = setTimeout(() => reject(new Error('The worker does not answer')), PATIENCE);
      worker.onmessage = ({ data }: MessageEvent<DraftsAnswer>) => resolve(data.parsed);
      worker.onerror = ({ message }) => reject(new Error(message || 'The worker failed'));
      worker.postMessage(request);
    });
  } finally {
    clearTimeout(timer);
    worker.terminate();
  }
}
