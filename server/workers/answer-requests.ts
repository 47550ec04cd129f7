import { parentPort } from 'node:worker_threads';
import { errorRegistry } from '#shared/kernel/errors.ts';
import type { WorkerAnswer } from './worker-client.ts';

function faultOf(id: number, error: unknown): WorkerAnswer<never> {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (typeof code === 'string' && Object.hasOwn(errorRegistry, code)) {
    return { id, code: code as keyof typeof errorRegistry };
  }
  return { id, fault: error instanceof Error ? error.message : String(error) };
}

/** The worker's side of `worker-client`: answers each request with what `answer` gives or throws. */
export function answerRequests<Request, Answer>(answer: (request: Request) => Answer): void {
  parentPort?.on('message', ({ id, request }: { id: number; request: Request }) => {
    let message: WorkerAnswer<Answer>;
    try {
      message = { id, value: answer(request) };
    } catch (error) {
      message = faultOf(id, error);
    }
    parentPort?.postMessage(message);
  });
}
