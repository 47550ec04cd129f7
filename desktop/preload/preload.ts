import { contextBridge, type IpcRendererEvent, ipcRenderer } from 'electron';

/** The names in the table of channels (`shared/contract/ipc.ts`), put in by the build: the sandbox needs no schemas. */
declare const IPC_CHANNELS: readonly string[];
declare const IPC_EVENTS: readonly string[];

// One function a channel and one an event; the renderer cannot name another.
const calls = Object.fromEntries(
  IPC_CHANNELS.map((channel) => [channel, (input: unknown) => ipcRenderer.invoke(channel, input)]),
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
