import { BrowserWindow, type IpcMainInvokeEvent, ipcMain } from 'electron';
import { type IpcChannel, type IpcEvent, type IpcEventPayload, ipcChannels, ipcEvents } from '#shared/contract/ipc.ts';
import type { Log } from '../log.ts';
import { answerCall, type Caller, type Handler, type Handlers } from './answer-call.ts';

function callerOf({ sender, senderFrame }: IpcMainInvokeEvent): Caller {
  return {
    contentsId: sender.id,
    url: senderFrame?.url ?? null,
    isMainFrame: senderFrame !== null && senderFrame.parent === null,
  };
}

/**
 * Registers all channels; nothing else calls ipcMain. Each channel of the table gets its handler, behind a check of the
 * caller and of the input. A channel that is not in the table has no handler, and Electron refuses it.
 */
export function registerIpc(handlers: Handlers, log: Log): void {
  for (const channel of Object.keys(ipcChannels) as IpcChannel[]) {
    const handler = handlers[channel] as Handler<typeof channel>;
    ipcMain.handle(channel, (event, ...args: unknown[]) =>
      answerCall(channel, handler, { caller: callerOf(event), args, log }),
    );
  }
}

/** Sends an event of the table of events to every window; `except` is the page that knows it already. */
export function sendToWindows<E extends IpcEvent>(name: E, payload: IpcEventPayload<E>, except?: number): void {
  const parsed = ipcEvents[name].parse(payload);
  for (const window of BrowserWindow.getAllWindows()) {
    const { webContents } = window;
    if (webContents.isDestroyed() || webContents.id === except) continue;
    webContents.send(name, parsed);
  }
}
