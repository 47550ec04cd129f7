import { z } from 'zod';
import { serverMeta } from './meta.ts';

/** What the desktop's renderer may ask of its main process: channel → input, output. Preload, handlers and types derive from this table. */
export const ipcChannels = {
  /** Asks the server at an address who it is; a problem comes back as words for the owner. */
  'server.check': {
    input: z.object({ url: z.string().max(2000) }),
    output: z.union([
      z.object({ ok: z.literal(true), meta: serverMeta }),
      z.object({ ok: z.literal(false), message: z.string() }),
    ]),
  },
} as const satisfies Record<string, { input: z.ZodType; output: z.ZodType }>;

export type IpcChannel = keyof typeof ipcChannels;
export type IpcInput<C extends IpcChannel> = z.input<(typeof ipcChannels)[C]['input']>;
export type IpcOutput<C extends IpcChannel> = z.output<(typeof ipcChannels)[C]['output']>;

/** What the preload puts on the renderer's window: one function a channel, no generic invoke. */
export type DesktopBridge = { [C in IpcChannel]: (input: IpcInput<C>) => Promise<IpcOutput<C>> };
