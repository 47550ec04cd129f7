/** The bytes between two reports: often enough for a progress bar. */
const STEP = 256 * 1024;

/** Returns the same body, which reports how many of its bytes have been taken, and all of them at its end. */
export function countSent(
  body: ReadableStream<Uint8Array>,
  onSent: (bytes: number) => void,
): ReadableStream<Uint8Array> {
  let sent = 0;
  let reported = 0;
  return body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        controller.enqueue(chunk);
        sent += chunk.length;
        if (sent - reported < STEP) return;
        reported = sent;
        onSent(sent);
      },
      flush: () => onSent(sent),
    }),
  );
}
