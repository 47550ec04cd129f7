import type { ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Timers } from '#shared/kernel/timers.ts';

/**
 * The interval, in milliseconds, of checks of a download, and the number of checks without progress after which it is
 * cancelled.
 */
const LOOK_EVERY = 60_000;
const STILL_LOOKS = 5;

interface FileToSend {
  /** The file name for the browser: plain letters, digits, hyphens and dots. */
  name: string;
  type: string;
  /** The size in bytes, when it is known in advance. */
  size?: number;
  /** Called when the file is to be sent. */
  open: () => Promise<Readable>;
  timers: Timers;
}

/** Answers with a file to save. When the client disconnects, or stops reading, the work of making the file ends too. */
export async function sendFile(
  { reply, request }: { reply: FastifyReply; request: FastifyRequest },
  { name, type, size, open, timers }: FileToSend,
): Promise<undefined> {
  const isAsked = request.method !== 'HEAD';
  const file = isAsked ? await open() : undefined;
  reply
    .type(type)
    // "no-transform": the file is compressed already, so compressing again gains nothing, and a proxy would delay it.
    .header('cache-control', 'no-store, no-transform')
    .header('content-disposition', `attachment; filename="${name}"`);
  if (size !== undefined) reply.header('content-length', size);
  giveUpWhenStill(reply.raw, timers);
  await reply.send(file);
  return undefined;
}

/** Cuts off a download that makes no progress for five minutes, so that nobody keeps one open forever. */
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
