import { isSameJson, type JsonValue } from '#shared/workspace/json.ts';
import { NotKeptError } from '#shared/workspace/store-port.ts';
import { openDocumentChannel, WAITING_CHANGED } from '../document-channel.ts';
import { createWaitingSaves } from '../editor/index.ts';
import type { AdminPorts } from '../ports.ts';
import { outcomeOf } from './send-action.ts';
import { createWaitingActions, type WaitingAction, type WaitingActions } from './waiting-actions.ts';

/** The owner's action is written down, and is done when the server answers. */
export class WaitsError extends Error {
  readonly detail = 'The server cannot be reached. It is written down, and done when the server answers.';

  constructor(cause: unknown) {
    super('Waiting to be sent', { cause });
    this.name = 'WaitsError';
  }
}

type WaitingPorts = Pick<AdminPorts, 'store' | 'clock' | 'locks' | 'openChannel' | 'uniqueId'>;
export type AskedAction = Pick<WaitingAction, 'postId' | 'title' | 'action'>;

/** Returns the name of an action's hold: while one window holds it, no other window sends the action. */
export const actionHold = (id: string) => `ninefold:action:${id}`;

/**
 * Writes down what the owner asked for, then does it. Throws WaitsError if it has to wait: the server does not answer,
 * or something else of this post waits before it. Otherwise throws what `run` throws; if nobody is signed in, it waits
 * too.
 */
export async function doOrWait<Answer>(
  ports: WaitingPorts,
  asked: AskedAction,
  run: () => Promise<Answer>,
): Promise<Answer> {
  const { store, clock, locks, uniqueId } = ports;
  const actions = createWaitingActions(store);
  const id = uniqueId();
  const hold = await locks.tryHold(actionHold(id));
  try {
    if (await isAskedAlready(actions, asked)) throw new WaitsError(null);
    const isBehind = await waitsFor(ports, asked.postId);
    await actions.keep({ ...asked, id, since: clock.now(), fault: null });
    if (isBehind) throw new WaitsError(null);
    const answer = await orWait(run);
    await letGo(actions, id);
    return answer;
  } catch (error) {
    // If nothing can be written down, the action is done all the same.
    if (error instanceof NotKeptError) return await run();
    // The owner is asked to sign in at once, and the action is done after that.
    if (error instanceof WaitsError || outcomeOf(error).kind === 'unauthorized') tellWaiting(ports);
    else await letGo(actions, id);
    throw error;
  } finally {
    hold?.release();
  }
}

/** Throws WaitsError if no answer decides the action. */
async function orWait<Answer>(run: () => Promise<Answer>): Promise<Answer> {
  try {
    return await run();
  } catch (error) {
    throw outcomeOf(error).kind === 'no-answer' ? new WaitsError(error) : error;
  }
}

/** Removes an answered action. If that fails, the action is sent once more, and found to be done. */
async function letGo(actions: WaitingActions, id: string): Promise<void> {
  await actions.drop(id).catch(() => undefined);
}

/** Whether the last waiting action of this post is the very same: a double press counts once. */
async function isAskedAlready(actions: WaitingActions, { postId, action }: AskedAction): Promise<boolean> {
  const last = (await actions.all()).findLast((each) => each.postId === postId);
  return last !== undefined && last.fault === null && isSameJson(asJson(last.action), asJson(action));
}

const asJson = (action: WaitingAction['action']) => JSON.parse(JSON.stringify(action)) as JsonValue;

/** Whether something of this post already waits, from an earlier request. */
async function waitsFor({ store }: Pick<WaitingPorts, 'store'>, postId: number): Promise<boolean> {
  const actions = await createWaitingActions(store).all();
  if (actions.some((action) => action.postId === postId)) return true;
  const saves = [...(await createWaitingSaves(store).all()).values()];
  return saves.some(({ pending, isTakenBack }) => pending.request.postId === postId && !isTakenBack);
}

/** Tells every window that the waiting saves and actions have changed. */
export function tellWaiting({ openChannel }: Pick<AdminPorts, 'openChannel'>): void {
  const channel = openDocumentChannel(openChannel);
  channel.tell(WAITING_CHANGED);
  channel.close();
}
