import type { IpcEvent, IpcEventPayload } from '#shared/contract/ipc.ts';

/** Sends an event of the table of events to the windows, except to the page `except`. */
export type SendEvent = <E extends IpcEvent>(name: E, payload: IpcEventPayload<E>, except?: number) => void;
