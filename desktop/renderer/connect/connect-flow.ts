import type { DesktopBridge, IpcInput, IpcOutput } from '#shared/contract/ipc.ts';

/** The channels that the screen of servers uses. */
export type ConnectBridge = Pick<
  DesktopBridge,
  'server.check' | 'servers.list' | 'servers.connect' | 'servers.use' | 'servers.remove' | 'updates.look'
>;

/** The progress of connecting. */
export type ConnectProgress =
  | { kind: 'idle' }
  | { kind: 'asking' }
  /** `isAppTooOld`: a newer version of the app would be accepted. */
  | { kind: 'refused'; message: string; isAppTooOld: boolean }
  /** There is a warning or a question for the owner before the app connects to this server. */
  | { kind: 'warned'; found: Extract<IpcOutput<'server.check'>, { ok: true }> }
  | { kind: 'connected'; name: string };

type ConnectFlowBridge = Pick<DesktopBridge, 'server.check' | 'servers.connect'>;

/** The owner's answer to a warning: go on, and, if that was asked, which database holds the site's documents. */
export type ConnectWord = Pick<IpcInput<'servers.connect'>, 'belonging'>;

/**
 * Checks which server answers at an address, and connects, unless there is a warning or question and no `word` about it
 * yet.
 */
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
