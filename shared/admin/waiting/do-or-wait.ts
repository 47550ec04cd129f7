import { isSameJson, type JsonValue } from '#shared/workspace/json.ts';
import { NotKeptError } from '#shared/workspace/store-port.ts';
import { openDocumentChannel, WAITING_CHANGED } from '../document-channel.ts';
import { createWaitingSaves } from '../editor/index.ts';
import type { AdminPorts } from '../ports.ts';
import { outcomeOf } from './send-action.ts';
import { createWaitingActions, type WaitingAction, type WaitingActions } from './waiting-actions.ts';

/** What the owner asked for is written down, and is done when the server answers. */
export class WaitsError extends Error {
  readonly detail = 'The server cannot be reached. It is written down, and done when the server answers.';

  constructor(cause: unknown) {
    super('Waiting to be sent', { cause });
    this.name = 'WaitsError';
  }
}

type WaitingPorts = Pick<AdminPorts, 'store' | 'clock' | 'locks' | 'openChannel' | 'uniqueId'>;
export type AskedAction = Pick<WaitingAction, 'postId' | 'title' | 'action'>;

/** An action that is under way in a window is sent by no other. */
export const actionHold = (id: string) => `ninefold:action:${id}`;

/**
 * Does what the owner asked for, written down before. Throws WaitsError where it is to wait: the server does not answer, or
 * something else of this post waits before it. Else what `run` throws; where nobody is signed in, it waits too.
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
    // Where nothing can be written down it is done all the same.
    if (error instanceof NotKeptError) return await run();
    // A sign-in is asked for at once, and it is done after that.
    if (error instanceof WaitsError || outcomeOf(error).kind === 'unauthorized') tellWaiting(ports);
    else await letGo(actions, id);
    throw error;
  } finally {
    hold?.release();
  }
}

/** Throws WaitsError where there is no answer that decides it. */
async function orWait<Answer>(run: () => Promise<Answer>): Promise<Answer> {
  try {
    return await run();
  } catch (error) {
    throw outcomeOf(error).kind === 'no-answer' ? new WaitsError(error) : error;
  }
}

/** What is answered and stays written down is sent once more, and found done. */
async function letGo(actions: WaitingActions, id: string): Promise<void> {
  await actions.drop(id).catch(() => undefined);
}

/** Whether the last thing that waits of this post is the very same: pressed twice it is asked for once. */
async function isAskedAlready(actions: WaitingActions, { postId, action }: AskedAction): Promise<boolean> {
  const last = (await actions.all()).findLast((each) => each.postId === postId);
  return last !== undefined && last.fault === null && isSameJson(asJson(last.action), asJson(action));
}

const asJson = (action: WaitingAction['action']) => JSON.parse(JSON.stringify(action)) as JsonValue;

/** Whether something of this post waits already, that was asked for before. */
async function waitsFor({ store }: Pick<WaitingPorts, 'store'>, postId: number): Promise<boolean> {
  const actions = await createWaitingActions(store).all();
  if (actions.some((action) => action.postId === postId)) return true;
  const saves = [...(await createWaitingSaves(store).all()).values()];
  return saves.some(({ pending, isTakenBack }) => pending.request.postId === postId && !isTakenBack);
}

/** Tells every window that what waits is another. */
export function tellWaiting({ openChannel }: Pick<AdminPorts, 'openChannel'>): void {
  const channel = openDocumentChannel(openChannel);
  channel.tell(WAITING_CHANGED);
  channel.close();
}
