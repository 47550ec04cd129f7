import type { IpcChannel, IpcEvent } from './ipc.ts';

/** The names alone, for the sandboxed preload, which carries no schemas. A name the table lacks is a type error. */
export const ipcChannelNames = [
  'server.check',
  'servers.list',
  'servers.connect',
  'servers.use',
  'servers.remove',
  'app.state',
  'store.list',
  'store.load',
  'store.tombstones',
  'workspace.apply',
  'sync.now',
  'sync.adopt',
  'sync.answer-deletions',
  'shell.open-external',
  'files.save-text',
  'files.open-text',
  'workspace.export',
  'workflow.progress',
  'app.flushed',
] as const satisfies readonly IpcChannel[];

export const ipcEventNames = [
  'documents.changed',
  'sync.state',
  'network.state',
  'menu.command',
  'app.closing',
  'link.opened',
] as const satisfies readonly IpcEvent[];

// And a name of the table that is missing here is one too.
type Missing =
  | Exclude<IpcChannel, (typeof ipcChannelNames)[number]>
  | Exclude<IpcEvent, (typeof ipcEventNames)[number]>;
type None<Names extends never> = Names;
export type NoNameIsMissing = None<Missing>;
