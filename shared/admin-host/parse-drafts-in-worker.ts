import type { AdminPorts } from '#shared/admin/ports.ts';
import type { ParsedDrafts } from '#shared/workflow/drafts/parse-drafts.ts';
import type { DraftsAnswer, DraftsRequest } from './drafts-messages.ts';

type NewWorker = () => Pick<Worker, 'postMessage' | 'terminate' | 'onmessage' | 'onerror'>;
const draftsWorker: NewWorker = () => new Worker(new URL('./drafts-worker.ts', import.meta.url), { type: 'module' });

/** Milliseconds after which a worker is given up: the parser takes time in proportion to the text, and far less. */
const PATIENCE = 20_000;

/** The port that reads drafts: a worker for each output, which comes but twice in a run. */
export function createParseDrafts(newWorker: NewWorker = draftsWorker): AdminPorts['parseDrafts'] {
  return async (output, source) => {
    try {
      return await ask(newWorker(), { output, source });
    } catch (error) {
      // Better a page that stands still for a moment than no drafts.
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
