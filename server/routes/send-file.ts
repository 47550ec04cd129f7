import type { ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Timers } from '#shared/kernel/timers.ts';

/** Milliseconds between two looks at a download, and looks at which nothing of it had gone out before it is given up. */
const LOOK_EVERY = 60_000;
const STILL_LOOKS = 5;

interface FileToSend {
  /** What the browser calls it: plain letters, digits, hyphens and dots. */
  name: string;
  type: string;
  /** In bytes, where it is known before. */
  size?: number;
  /** Asked for when it is to be sent. */
  open: () => Promise<Readable>;
  timers: Timers;
}

/** Answers with a file to keep. Whoever goes away in the middle, or takes nothing more, ends what makes it. */
export async function sendFile(
  { reply, request }: { reply: FastifyReply; request: FastifyRequest },
  { name, type, size, open, timers }: FileToSend,
): Promise<undefined> {
  const isAsked = request.method !== 'HEAD';
  const file = isAsked ? await open() : undefined;
  reply
    .type(type)
    // "no-transform": what is compressed already gains nothing, and a proxy would hold it back.
    .header('cache-control', 'no-store, no-transform')
    .header('content-disposition', `attachment; filename="${name}"`);
  if (size !== undefined) reply.header('content-length', size);
  giveUpWhenStill(reply.raw, timers);
  await reply.send(file);
  return undefined;
}

/** Nobody holds a download open for ever: one that stands still for five minutes is cut off. */
function giveUpWhenStill(raw: ServerResponse, timers: Timers): void {
  let sent = 0;
  let stillLooks = 0;
  let callOff = timers.after(LOOK_EVERY, look);
  raw.once('close', () => callOff());
  function look() {
    const sentNow = raw.socket?.bytesWritten ?? 0;
    stillLooks = sentNow === sent ? stillLooks + 1 : 0;
    sent = sentNow;
    if (stillLooks >= STILL_LOOKS) raw.destroy();
    else callOff = timers.after(LOOK_EVERY, look);
  }
}
