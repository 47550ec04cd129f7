import type { IpcEvent, IpcEventPayload } from '#shared/contract/ipc.ts';

/** Tells the windows something of the table of events, except for the page `except`. */
export type SendEvent = <E extends IpcEvent>(name: E, payload: IpcEventPayload<E>, except?: number) => void;
