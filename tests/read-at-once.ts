/**
 * The same answer, fetched whole whether somebody reads it or not: Node's fetch ends the process where a connection closes
 * while its answer waits for a reader (nodejs/undici#5360). Ask for it uncompressed: what waits to be unpacked waits too.
 */
export function readAtOnce({ body, status, statusText, headers }: Response): Response {
  const whole = new ByteLengthQueuingStrategy({ highWaterMark: Number.POSITIVE_INFINITY });
  const read = body?.pipeThrough(new TransformStream(undefined, undefined, whole));
  return new Response(read, { status, statusText, headers });
}
