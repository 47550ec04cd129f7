import type { Services } from '#server/services/index.ts';
import {
  discardPendingChange,
  getPendingChange,
  keepPendingChange,
  publishPendingChange,
} from '#shared/contract/posts/pending.ts';
import type { Register } from '../register.ts';

/** The pending changes of posts. */
export function addPendingRoutes(register: Register, { pendingChanges }: Services): void {
  register(getPendingChange, ({ params }) => pendingChanges.get(params.id));

  register(keepPendingChange, ({ params, body }) => pendingChanges.keep(params.id, body));

  register(publishPendingChange, ({ params, query }) => pendingChanges.publish(params.id, query.pendingVersion));

  register(discardPendingChange, async ({ params, query }) => {
    await pendingChanges.discard(params.id, query.pendingVersion);
    return undefined;
  });
}
