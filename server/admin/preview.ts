import type { AdminPorts, Preview } from '#shared/admin/ports.ts';
import type { PreviewAnswer, PreviewRequest } from './preview-messages.ts';

const FAILED: Preview = { fault: 'The preview could not be made. The text itself is safe.' };

/** The preview port over a worker that is started with the first text; one that fails is replaced by the next call. */
export function createPreview(): AdminPorts['preview'] {
  const waiting = new Map<number, (preview: Preview) => void>();
  let worker: Worker | null = null;
  let last = 0;

  const startWorker = () => {
    const started = new Worker(new URL('./preview-worker.ts', import.meta.url), { type: 'module' });
    started.onmessage = ({ data }: MessageEvent<PreviewAnswer>) => {
      waiting.get(data.number)?.(data.preview);
      waiting.delete(data.number);
    };
    started.onerror = () => {
      started.terminate();
      worker = null;
      for (const answer of waiting.values()) answer(FAILED);
      waiting.clear();
    };
    return started;
  };

  return (markdown) => {
    worker ??= startWorker();
    const request: PreviewRequest = { number: ++last, markdown };
    worker.postMessage(request);
    return new Promise((resolve) => waiting.set(request.number, resolve));
  };
}
