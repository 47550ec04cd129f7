import type { DesktopBridge, IpcOutput } from '#shared/contract/ipc.ts';

/** What the screen of servers asks main. */
export type ConnectBridge = Pick<
  DesktopBridge,
  'server.check' | 'servers.list' | 'servers.connect' | 'servers.use' | 'servers.remove'
>;

/** How far connecting has come. */
export type ConnectProgress =
  | { kind: 'idle' }
  | { kind: 'asking' }
  | { kind: 'refused'; message: string }
  /** Something the owner should know before the app belongs to this server. */
  | { kind: 'warned'; warning: string; found: Extract<IpcOutput<'server.check'>, { ok: true }> }
  | { kind: 'connected'; name: string };

type ConnectFlowBridge = Pick<DesktopBridge, 'server.check' | 'servers.connect'>;

/** Looks who answers at an address and connects, unless there is something to be said first, and `isWarned` not. */
export async function connectTo(
  bridge: ConnectFlowBridge,
  url: string,
  isWarned: boolean,
): Promise<Exclude<ConnectProgress, { kind: 'idle' | 'asking' }>> {
  if (!isWarned) {
    const found = await bridge['server.check']({ url });
    if (!found.ok) return { kind: 'refused', message: found.message };
    if (found.warning !== null) return { kind: 'warned', warning: found.warning, found };
  }
  const answer = await bridge['servers.connect']({ url });
  return answer.ok ? { kind: 'connected', name: answer.server.name } : { kind: 'refused', message: answer.message };
}
