import type { IpcEvent, IpcEventPayload } from '#shared/contract/ipc.ts';
import type { Timers } from '#shared/kernel/timers.ts';
import { WAITING_ACTIONS, WAITING_SAVES } from '#shared/workspace/document-ids.ts';
import type { SendEvent } from './ipc/send-event.ts';

interface FollowOptions {
  send: SendEvent;
  /** Called when the list of what waits to be sent may have changed. */
  onChanged(): void;
  timers: Timers;
}

/** The pause in milliseconds: the exchange reports each of its steps. */
const PAUSE = 500;

/**
 * Returns a function that tells the windows as `send` does, and notices from the events when the list of what waits to
 * be sent may have changed.
 */
export function followWaiting({ send, onChanged, timers }: FollowOptions): SendEvent {
  let isDue = false;
  function due(): void {
    if (isDue) return;
    isDue = true;
    timers.after(PAUSE, () => {
      isDue = false;
      onChanged();
    });
  }
  return (name, payload, except) => {
    send(name, payload, except);
    if (isAboutWaiting(name, payload)) due();
  };
}

function isAboutWaiting<E extends IpcEvent>(name: E, payload: IpcEventPayload<E>): boolean {
  if (name === 'sync.state' || name === 'pictures.waiting') return true;
  if (name !== 'documents.changed') return false;
  const changes = payload as IpcEventPayload<'documents.changed'>;
  return changes.some(({ id }) => id === WAITING_SAVES.id || id === WAITING_ACTIONS.id);
}
