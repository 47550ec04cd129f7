import { parentPort } from 'node:worker_threads';
import { AppError, errorRegistry } from '#shared/kernel/errors.ts';
import type { WorkerAnswer } from './worker-client.ts';

function faultOf(id: number, error: unknown): WorkerAnswer<never> {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (typeof code === 'string' && Object.hasOwn(errorRegistry, code)) {
    return { id, code: code as keyof typeof errorRegistry, details: detailsOf(error) };
  }
  const fault = error instanceof Error ? error.message : String(error);
  return typeof code === 'string' ? { id, fault, faultCode: code } : { id, fault };
}

function detailsOf(error: unknown) {
  if (!(error instanceof AppError)) return {};
  const { message, issues, current } = error;
  return { message, current, ...(issues && { issues }) };
}

/**
 * The worker's side of `worker-client`: answers each request with the value that `answer` returns or resolves to, or
 * with its error.
 */
export function answerRequests<Request, Answer>(answer: (request: Request) => Answer | Promise<Answer>): void {
  parentPort?.on('message', async ({ id, request }: { id: number; request: Request }) => {
    let message: WorkerAnswer<Answer>;
    try {
      message = { id, value: await answer(request) };
    } catch (error) {
      message = faultOf(id, error);
    }
    parentPort?.postMessage(message);
  });
}
