import type { IpcChannel } from './ipc.ts';

/** The names alone, for the sandboxed preload, which carries no schemas. A name the table lacks is a type error. */
export const ipcChannelNames = ['server.check'] as const satisfies readonly IpcChannel[];

// And a channel of the table that is missing here is one too.
type Missing = Exclude<IpcChannel, (typeof ipcChannelNames)[number]>;
export type EveryChannelIsNamed = Missing extends never ? true : { missing: Missing };
