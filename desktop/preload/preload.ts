import { contextBridge, type IpcRendererEvent, ipcRenderer } from 'electron';
import { ipcChannelNames, ipcEventNames } from '#shared/contract/ipc-channels.ts';

// One function a channel and one an event; the renderer cannot name another.
const calls = Object.fromEntries(
  ipcChannelNames.map((channel) => [channel, (input: unknown) => ipcRenderer.invoke(channel, input)]),
);
const on = Object.fromEntries(
  ipcEventNames.map((name) => [
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
