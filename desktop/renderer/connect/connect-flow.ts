import type { DesktopBridge, IpcInput, IpcOutput } from '#shared/contract/ipc.ts';

/** What the screen of servers asks main. */
export type ConnectBridge = Pick<
  DesktopBridge,
  'server.check' | 'servers.list' | 'servers.connect' | 'servers.use' | 'servers.remove' | 'updates.look'
>;

/** How far connecting has come. */
export type ConnectProgress =
  | { kind: 'idle' }
  | { kind: 'asking' }
  /** `isAppTooOld`: a newer version of the app would do. */
  | { kind: 'refused'; message: string; isAppTooOld: boolean }
  /** Something the owner should know, or is asked, before the app belongs to this server. */
  | { kind: 'warned'; found: Extract<IpcOutput<'server.check'>, { ok: true }> }
  | { kind: 'connected'; name: string };

type ConnectFlowBridge = Pick<DesktopBridge, 'server.check' | 'servers.connect'>;

/** What the owner says to a warning: go on, and which database the site's documents are in, where that was asked. */
export type ConnectWord = Pick<IpcInput<'servers.connect'>, 'belonging'>;

/** Looks who answers at an address and connects, unless there is something to be said first and there is no `word` on it. */
export async function connectTo(
  bridge: ConnectFlowBridge,
  url: string,
  word: ConnectWord | null,
): Promise<Exclude<ConnectProgress, { kind: 'idle' | 'asking' }>> {
  if (word === null) {
    const found = await bridge['server.check']({ url });
    if (!found.ok) return refused(found);
    if (found.warning !== null || found.known.length > 0) return { kind: 'warned', found };
  }
  const answer = await bridge['servers.connect']({ url, ...word });
  return answer.ok ? { kind: 'connected', name: answer.server.name } : refused(answer);
}

const refused = ({ message, isAppTooOld = false }: { message: string; isAppTooOld?: boolean | undefined }) => ({
  kind: 'refused' as const,
  message,
  isAppTooOld,
});
