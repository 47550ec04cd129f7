import type { ApiClient } from '#shared/api-client/client.ts';
import { orNothing } from '../documents/stored.ts';
import {
  createWaitingSaves,
  hasPassed,
  overdueTime,
  type SentSave,
  type SessionPorts,
  sendWaitingSave,
  type WaitingSave,
} from '../editor/index.ts';
import { actionHold } from './do-or-wait.ts';
import { sendAction } from './send-action.ts';
import { createWaitingActions, type WaitingAction } from './waiting-actions.ts';

/** What was sent without its form, and what became of it. */
export type Sent =
  | ({ readonly type: 'save' } & SentSave)
  | { readonly type: 'action'; readonly action: WaitingAction; readonly isDone: boolean };

/** One thing that waits. `asks`: the owner must say something before it can be sent. */
export type QueueItem = {
  readonly id: string;
  /** Null for a post that is not made yet. */
  readonly postId: number | null;
  readonly since: number;
} & (
  | { readonly type: 'save'; readonly save: WaitingSave }
  | { readonly type: 'action'; readonly action: WaitingAction }
);

type QueuePorts = Omit<SessionPorts, 'report'> & { api: ApiClient };

/** All that waits, in the order it was asked for; nothing where this computer keeps nothing. */
export async function waitingItems({ store }: Pick<QueuePorts, 'store'>): Promise<QueueItem[]> {
  const saves = await orNothing(createWaitingSaves(store).all(), new Map<string, WaitingSave>());
  const actions = await orNothing(createWaitingActions(store).all(), []);
  const items: QueueItem[] = [];
  for (const [id, save] of saves) {
    const { postId } = save.pending.request;
    if (!save.isTakenBack) items.push({ type: 'save', id, postId, since: save.since, save });
  }
  for (const action of actions) {
    items.push({ type: 'action', id: action.id, postId: action.postId, since: action.since, action });
  }
  return items.sort((a, b) => a.since - b.since);
}

/** The time something was to happen at that has passed since it was asked for, ISO 8601; null for none. */
export function overdueOf(item: QueueItem, now: number): string | null {
  if (item.type === 'save') return overdueTime(item.save.pending.request, item.since, now);
  const { action } = item.action;
  const time =
    action.type === 'change' ? action.fields.publishedAt : action.type === 'keep-pending' ? action.dueAt : null;
  return time && hasPassed(time, item.since, now) ? time : null;
}

export function faultIn(item: QueueItem) {
  return item.type === 'save' ? item.save.fault : item.action.fault;
}

/** Only one window of a device sends at a time. */
const HOLD = 'ninefold:waiting';

/**
 * Sends what waits, in the order it was asked for; where something of a post cannot go, what was asked for after it does
 * not go either. What was refused, and what is to be asked about, waits for the owner. Gives how many still wait for the
 * server.
 */
export async function sendQueue(ports: QueuePorts, tell: (sent: Sent) => void): Promise<number> {
  const hold = await ports.locks.tryHold(HOLD);
  const items = await waitingItems(ports);
  if (!hold) return items.length;
  try {
    return await sendInOrder(ports, items, tell);
  } finally {
    hold.release();
  }
}

async function sendInOrder(
  ports: QueuePorts,
  items: readonly QueueItem[],
  tell: (sent: Sent) => void,
): Promise<number> {
  const stuck = new Set<number>();
  let left = 0;
  let isReached = true;
  for (const item of items) {
    const { postId } = item;
    const isForOwner = faultIn(item) !== null || overdueOf(item, ports.clock.now()) !== null;
    const isBehind = postId !== null && stuck.has(postId);
    const outcome = isForOwner ? 'asks' : isBehind || !isReached ? 'waits' : await send(ports, item, tell);
    // Whoever cannot be reached for one cannot be for the others.
    if (outcome === 'no-answer') isReached = false;
    if (outcome === 'done') continue;
    if (postId !== null) stuck.add(postId);
    if (outcome !== 'asks') left += 1;
  }
  return left;
}

/** What became of one thing: `waits` while another window, or its open form, is at it; `asks` where the owner must decide. */
export type Progress = 'done' | 'waits' | 'no-answer' | 'asks';

/** Sends one, whatever it is: what was refused before, too. */
export function send(ports: QueuePorts, item: QueueItem, tell: (sent: Sent) => void): Promise<Progress> {
  return item.type === 'save'
    ? sendWaitingSave(ports, item.id, (sent) => tell({ type: 'save', ...sent }))
    : sendOneAction(ports, item.action, tell);
}

async function sendOneAction(
  { api, store, locks }: QueuePorts,
  asked: WaitingAction,
  tell: (sent: Sent) => void,
): Promise<Progress> {
  const hold = await locks.tryHold(actionHold(asked.id));
  if (!hold) return 'waits';
  try {
    const actions = createWaitingActions(store);
    // It may have been done, or taken back, until the other window let go.
    const action = (await actions.all()).find(({ id }) => id === asked.id);
    if (!action) return 'done';
    const outcome = await sendAction(api, action);
    switch (outcome.kind) {
      case 'done':
        await actions.drop(action.id);
        tell({ type: 'action', action, isDone: true });
        return 'done';
      case 'refused': {
        const refused = { ...action, fault: { ...outcome.fault, issues: [...outcome.fault.issues] } };
        await actions.keep(refused);
        tell({ type: 'action', action: refused, isDone: false });
        return 'asks';
      }
      case 'no-answer':
        return 'no-answer';
      case 'unauthorized':
        return 'no-answer';
    }
  } finally {
    hold.release();
  }
}
