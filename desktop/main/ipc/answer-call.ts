import type { z } from 'zod';
import { type IpcChannel, type IpcOutput, ipcChannels } from '#shared/contract/ipc.ts';
import { isDiskFull } from '#shared/kernel/disk-full.ts';
import type { Log } from '../log.ts';

/** The caller: what Electron tells of the sending frame. */
export interface Caller {
  /** Id of the page's web contents. It stands for the page's window. */
  contentsId: number;
  /** Address of the frame; null when the frame is already gone. */
  url: string | null;
  /** False for a frame within the page. */
  isMainFrame: boolean;
}

/** The input after its schema has parsed it. */
type Parsed<C extends IpcChannel> = z.output<(typeof ipcChannels)[C]['input']>;
export type Handler<C extends IpcChannel> = (input: Parsed<C>, caller: Caller) => Promise<IpcOutput<C>> | IpcOutput<C>;
export type Handlers = { [C in IpcChannel]: Handler<C> };
/** The handlers of channels by the first word of their names: `CallsOf<'files'>`. */
export type CallsOf<Word extends string> = Pick<Handlers, Extract<IpcChannel, `${Word}.${string}`>>;

/** Returns true for the page that this app serves, in the window itself; false for any frame within the page. */
export function isOurPage({ url, isMainFrame }: Caller): boolean {
  if (url === null || !isMainFrame || !URL.canParse(url)) return false;
  const { protocol, host, username, password } = new URL(url);
  return protocol === 'app:' && host === 'ninefold' && username === '' && password === '';
}

/**
 * Answers one call: checks the caller and the input, runs the handler, checks the output. A call that is refused or
 * fails rejects with one word, for which the preload has a sentence; the details are in the log.
 */
export async function answerCall<C extends IpcChannel>(
  channel: C,
  handler: Handler<C>,
  { caller, args, log }: { caller: Caller; args: readonly unknown[]; log: Log },
): Promise<IpcOutput<C>> {
  const { input, output } = ipcChannels[channel];
  const parsed = input.safeParse(args[0]);
  if (!isOurPage(caller) || args.length > 1 || !parsed.success) {
    log.warn(`Refused: ${channel}, from ${isOurPage(caller) ? 'our page, of a wrong shape' : 'another page'}`);
    throw new Error('refused');
  }
  try {
    return output.parse(await handler(parsed.data as Parsed<C>, caller)) as IpcOutput<C>;
  } catch (error) {
    log.error(`Failed: ${channel}`, error);
    throw new Error(isDiskFull(error) ? 'disk-full' : 'failed');
  }
}
