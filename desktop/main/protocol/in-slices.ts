/** Bytes that are given at a time: what is given counts as gone, and a bar is to move meanwhile. */
const SLICE = 64 * 1024;

/** The bytes as a body that gives the next of them once those before were taken. */
export function inSlices(bytes: Uint8Array<ArrayBuffer>): ReadableStream<Uint8Array<ArrayBuffer>> {
  let given = 0;
  return new ReadableStream(
    {
      pull(controller) {
        const slice = bytes.subarray(given, given + SLICE);
        given += slice.length;
        if (slice.length > 0) controller.enqueue(slice);
        if (given === bytes.length) controller.close();
      },
    },
    { highWaterMark: 0 },
  );
}
