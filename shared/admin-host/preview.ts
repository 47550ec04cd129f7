import type { AdminPorts, Preview } from '#shared/admin/ports.ts';
import type { PreviewAnswer, PreviewRequest } from './preview-messages.ts';

const FAILED: Preview = { fault: 'The preview could not be made. The text itself is safe.' };
/** The time, in milliseconds, after which a text is abandoned: texts within the limits take far less. */
const PATIENCE = 10_000;

type NewWorker = () => Pick<Worker, 'postMessage' | 'terminate' | 'onmessage' | 'onerror'>;
const previewWorker: NewWorker = () => new Worker(new URL('./preview-worker.ts', import.meta.url), { type: 'module' });

/**
 * Returns the preview port over a worker that starts with the first text. A worker that fails or hangs is replaced at
 * the next call.
 */
export function createPreview(newWorker: NewWorker = previewWorker): AdminPorts['preview'] {
  const waiting = new Map<number, (preview: Preview) => void>();
  let worker: ReturnType<NewWorker> | null = null;
  let last = 0;

  const giveUp = (failed: ReturnType<NewWorker>) => {
    if (worker !== failed) return;
    failed.terminate();
    worker = null;
    for (const answer of waiting.values()) answer(FAILED);
    waiting.clear();
  };
  const startWorker = () => {
    const started = newWorker();
    started.onmessage = ({ data }: MessageEvent<PreviewAnswer>) => {
      waiting.get(data.number)?.(data.preview);
      waiting.delete(data.number);
    };
    started.onerror = () => giveUp(started);
    return started;
  };

  return (markdown, style) => {
    worker ??= startWorker();
    const asked = worker;
    const request: PreviewRequest = { number: ++last, markdown, style };
    asked.postMessage(request);
    return new Promise((resolve) => {
      const timer = setTimeout(() => giveUp(asked), PATIENCE);
      waiting.set(request.number, (preview) => {
        clearTimeout(timer);
        resolve(preview);
      });
    });
  };
}
