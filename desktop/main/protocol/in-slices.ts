/** The bytes that are given at a time. Bytes that are given count as sent, and slices let the progress bar move. */
const SLICE = 64 * 1024;

/** Returns the bytes as a body that gives the next slice once the one before was taken. */
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
