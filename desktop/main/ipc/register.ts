import { type IpcMainInvokeEvent, ipcMain } from 'electron';
import { type IpcChannel, type IpcInput, type IpcOutput, ipcChannels } from '#shared/contract/ipc.ts';

type Handlers = { [C in IpcChannel]: (input: IpcInput<C>) => Promise<IpcOutput<C>> };

function isOurPage(event: IpcMainInvokeEvent, pageUrl: string): boolean {
  return event.senderFrame?.url.split('#')[0] === pageUrl;
}

/**
 * The only caller of ipcMain: each channel of the table gets its handler, behind a check of who asks and of what is
 * sent. A wrong sender or shape is refused; the page is told no more than that.
 */
export function registerIpc(pageUrl: string, handlers: Handlers): void {
  for (const [channel, handler] of Object.entries(handlers) as [IpcChannel, Handlers[IpcChannel]][]) {
    const { input, output } = ipcChannels[channel];
    ipcMain.handle(channel, async (event, payload: unknown) => {
      if (!isOurPage(event, pageUrl)) throw new Error('refused');
      return output.parse(await handler(input.parse(payload)));
    });
  }
}
