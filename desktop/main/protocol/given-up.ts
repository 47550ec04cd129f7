type Handler = (request: Request, signal: AbortSignal) => Promise<Response>;

/**
 * Answers a request under a signal that is aborted when the page cancels the answer. Electron gives the handler of a
 * scheme a request whose own signal is never aborted: only the cancelled body of the answer shows that the page left or
 * cancelled it.
 */
export async function withEnd(request: Request, handle: Handler | undefined): Promise<Response | undefined> {
  if (!handle) return undefined;
  const gone = new AbortController();
  const response = await handle(request, AbortSignal.any([request.signal, gone.signal]));
  if (!response.body) return response;
  const reader = response.body.getReader();
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await reader.read();
        if (done) controller.close();
        else controller.enqueue(value);
      },
      async cancel(reason) {
        gone.abort(reason);
        // The signal may have ended the source already.
        await reader.cancel(reason).catch(() => undefined);
      },
    },
    { highWaterMark: 0 },
  );
  const { status, statusText, headers } = response;
  return new Response(body, { status, statusText, headers });
}
