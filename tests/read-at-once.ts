/**
 * Returns the same answer, with its body read completely whether or not somebody reads it: Node's fetch ends the
 * process if a connection closes while its answer waits for a reader (nodejs/undici#5360). Request it uncompressed,
 * because data that waits to be decompressed waits too.
 */
export function readAtOnce({ body, status, statusText, headers }: Response): Response {
  const whole = new ByteLengthQueuingStrategy({ highWaterMark: Number.POSITIVE_INFINITY });
  const read = body?.pipeThrough(new TransformStream(undefined, undefined, whole));
  return new Response(read, { status, statusText, headers });
}
