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

/** What was sent without its form, and the result. */
export type Sent =
  | ({ readonly type: 'save' } & SentSave)
  | { readonly type: 'action'; readonly action: WaitingAction; readonly isDone: boolean };

/** One waiting item: a save or an action. */
export type QueueItem = {
  readonly id: string;
  /** Null for a post that is not created yet. */
  readonly postId: number | null;
  readonly since: number;
} & (
  | { readonly type: 'save'; readonly save: WaitingSave }
  | { readonly type: 'action'; readonly action: WaitingAction }
);

type QueuePorts = Omit<SessionPorts, 'report'> & { api: ApiClient };

/** Returns all waiting items, in the order in which they were asked for; nothing where this computer keeps nothing. */
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

/**
 * Returns the time, ISO 8601, at which an item was meant to take effect, if that time has passed since the owner asked
 * for it; else null.
 */
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
 * Sends the waiting items in the order in which they were asked for. If an item of a post cannot be sent, later items
 * of that post are not sent either. Items that were refused, or that need a question, wait for the owner. Returns how
 * many items still wait for the server.
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
    // If the server cannot be reached for one item, it cannot be reached for the others.
    if (outcome === 'no-answer') isReached = false;
    if (outcome === 'done') continue;
    if (postId !== null) stuck.add(postId);
    if (outcome !== 'asks') left += 1;
  }
  return left;
}

/**
 * The progress of one item: `waits` while another window, or its open form, is handling it; `asks` if the owner must
 * decide.
 */
export type Progress = 'done' | 'waits' | 'no-answer' | 'asks';

/** Sends one item, whatever it is, even if it was refused before. */
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
    // The other window may have done the action or taken it back before it released the hold.
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
