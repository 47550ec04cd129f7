import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Services } from '#server/services/index.ts';
import {
  compareWorkspace,
  pullUpdates,
  pushUpdates,
  type WorkspaceCursor,
  type WorkspaceEvent,
  watchWorkspace,
} from '#shared/contract/workspace.ts';
import type { Timers } from '#shared/kernel/timers.ts';
import { openEventStream } from './event-stream.ts';
import type { Register } from './register.ts';
import { sessionRowId } from './session-row.ts';

/** The exchange of workspace documents between devices and the server. */
export function addWorkspaceRoutes(register: Register, services: Services, timers: Timers): void {
  const { workspace } = services;

  register(pullUpdates, ({ query: { siteId, seq, id, limit } }) => {
    // The contract accepts all three, or none.
    const cursor = siteId === undefined || seq === undefined || id === undefined ? null : { siteId, seq, id };
    return workspace.pull(cursor, limit);
  });
  register(pushUpdates, ({ body }) => workspace.push(body));
  register(compareWorkspace, ({ body }) => workspace.compare(body));
  register(watchWorkspace, ({ request, reply }) => {
    sendWorkspaceEvents({ services, request, reply, timers });
    return undefined;
  });
}

interface Watching {
  services: Services;
  request: FastifyRequest;
  reply: FastifyReply;
  timers: Timers;
}

/**
 * Sends the growth of the log until the reader disconnects, the server stops, or the session is found to have ended. A
 * slow reader is sent only the newest place.
 */
function sendWorkspaceEvents({ services, request, reply, timers }: Watching): void {
  const { workspace, sessions } = services;
  const session = sessionRowId(request);
  let isFull = false;
  let waiting: WorkspaceCursor | null = null;
  const tell = (cursor: WorkspaceCursor) => {
    const event: WorkspaceEvent = { event: 'updates', data: cursor };
    isFull = !stream.write(event);
  };
  const stream = openEventStream(reply, {
    timers,
    mayGoOn: () => sessions.isAlive(session),
    onRoom: () => {
      isFull = false;
      if (waiting) tell(waiting);
      waiting = null;
    },
    onEnd: () => stopWatching(),
  });
  const stopWatching = workspace.watch({
    onCursor: (cursor) => {
      if (isFull) waiting = cursor;
      else tell(cursor);
    },
    onEnd: stream.end,
  });
  // A HEAD request is answered with the headers of a GET.
  if (request.method === 'HEAD') stream.end();
}
