import { contextBridge, type IpcRendererEvent, ipcRenderer } from 'electron';

/**
 * The names in the table of channels (`shared/contract/ipc.ts`), inserted by the build: the sandbox needs no schemas.
 */
declare const IPC_CHANNELS: readonly string[];
declare const IPC_EVENTS: readonly string[];

const DISK_FULL = 'The disk of this computer is full. Make room and try again.';
const FAILED = 'Ninefold could not do this on this computer. Help, Open Log Folder has the reason.';

// One function for each channel and each event; the renderer cannot name another.
const calls = Object.fromEntries(
  IPC_CHANNELS.map((channel) => [
    channel,
    (input: unknown) =>
      ipcRenderer.invoke(channel, input).catch((error: unknown) => {
        // Electron's message contains the name of the channel. The words thrown here may be shown to the owner.
        throw new Error(String(error).includes('disk-full') ? DISK_FULL : FAILED);
      }),
  ]),
);
const on = Object.fromEntries(
  IPC_EVENTS.map((name) => [
    name,
    (listener: (payload: unknown) => void) => {
      // The event itself is not passed on: it would give `sender` to the page.
      const tell = (_event: IpcRendererEvent, payload: unknown) => listener(payload);
      ipcRenderer.on(name, tell);
      return () => {
        ipcRenderer.off(name, tell);
      };
    },
  ]),
);
contextBridge.exposeInMainWorld('ninefold', { ...calls, on });
