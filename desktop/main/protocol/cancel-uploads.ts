import { UPLOAD_HEADER } from '#shared/contract/ipc.ts';

type Forward = (request: Request, gone?: AbortSignal) => Promise<Response>;

/**
 * Answers requests as `forward` does, and aborts an upload without an answer when the page says that it is cancelled.
 * The page must say so: a request of the app's scheme does not report it, and an upload that is not aborted is stored
 * and sent. An upload that has its answer, or is not known, is left as it is.
 */
export function withCancelling(forward: Forward): { forward: Forward; cancelUpload(id: string): void } {
  const underWay = new Map<string, AbortController>();
  return {
    async forward(request, gone = request.signal) {
      const id = request.headers.get(UPLOAD_HEADER);
      if (id === null) return forward(request, gone);
      const cancelled = new AbortController();
      underWay.set(id, cancelled);
      try {
        return await forward(request, AbortSignal.any([gone, cancelled.signal]));
      } finally {
        underWay.delete(id);
      }
    },
    cancelUpload: (id) => underWay.get(id)?.abort(),
  };
}
