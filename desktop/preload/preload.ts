import { contextBridge, type IpcRendererEvent, ipcRenderer } from 'electron';

/** The names in the table of channels (`shared/contract/ipc.ts`), put in by the build: the sandbox needs no schemas. */
declare const IPC_CHANNELS: readonly string[];
declare const IPC_EVENTS: readonly string[];

const DISK_FULL = 'The disk of this computer is full. Make room and try again.';
const FAILED = 'Ninefold could not do this on this computer. Help, Open Log Folder has the reason.';

// One function a channel and one an event; the renderer cannot name another.
const calls = Object.fromEntries(
  IPC_CHANNELS.map((channel) => [
    channel,
    (input: unknown) =>
      ipcRenderer.invoke(channel, input).catch((error: unknown) => {
        // Electron's words name the channel. They may be shown to the owner.
        throw new Error(String(error).includes('disk-full') ? DISK_FULL : FAILED);
      }),
  ]),
);
const on = Object.fromEntries(
  IPC_EVENTS.map((name) => [
    name,
    (listener: (payload: unknown) => void) => {
      // The event itself would hand the page `sender`.
      const tell = (_event: IpcRendererEvent, payload: unknown) => listener(payload);
      ipcRenderer.on(name, tell);
      return () => {
        ipcRenderer.off(name, tell);
      };
    },
  ]),
);
contextBridge.exposeInMainWorld('ninefold', { ...calls, on });
