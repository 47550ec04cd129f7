import { contextBridge, ipcRenderer } from 'electron';
import { ipcChannelNames } from '#shared/contract/ipc-channels.ts';

// One function a channel; the renderer cannot name another.
const bridge = Object.fromEntries(
  ipcChannelNames.map((channel) => [channel, (input: unknown) => ipcRenderer.invoke(channel, input)]),
);
contextBridge.exposeInMainWorld('ninefold', bridge);
