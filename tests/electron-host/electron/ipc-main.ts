import { EventEmitter } from 'node:events';
import { strictClass } from './strict.ts';
import type { Frame } from './web-frame-main.ts';

export interface IpcEvent {
  type: 'frame';
  sender: unknown;
  senderFrame: Frame | null;
  processId: number;
  frameId: number;
  ports: [];
  defaultPrevented: boolean;
  preventDefault(): void;
}
type Handler = (event: IpcEvent, ...args: unknown[]) => unknown;

class IpcMain extends EventEmitter {
  /** Has Electron's own name, so that tests of real Electron find a channel's handler here too. */
  readonly _invokeHandlers = new Map<string, Handler>();

  handle(channel: string, handler: Handler): void {
    if (this._invokeHandlers.has(channel)) throw new Error(`Attempted to register a second handler for '${channel}'`);
    if (typeof handler !== 'function') throw new TypeError('Expected handler to be a function');
    this._invokeHandlers.set(channel, handler);
  }
  handleOnce(channel: string, handler: Handler): void {
    this.handle(channel, (event, ...args) => {
      this.removeHandler(channel);
      return handler(event, ...args);
    });
  }
  removeHandler(channel: string): void {
    this._invokeHandlers.delete(channel);
  }

  /** Answers a call of a page; rejects with the error that the page receives. */
  async invoked(channel: string, event: IpcEvent, args: unknown[]): Promise<unknown> {
    const handler = this._invokeHandlers.get(channel);
    try {
      if (!handler) throw new Error(`No handler registered for '${channel}'`);
      return await handler(event, ...args);
    } catch (error) {
      throw new Error(`Error invoking remote method '${channel}': ${error}`);
    }
  }
}

strictClass('ipcMain', IpcMain);

export const ipcMain = new IpcMain();
