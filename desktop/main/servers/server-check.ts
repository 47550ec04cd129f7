import type { IpcOutput } from '#shared/contract/ipc.ts';
import { CONTRACT_VERSION, serverMeta } from '#shared/contract/meta.ts';
import { readAddress } from './address.ts';

/** The host's fetch: Electron's, of one server's own in-memory session, or Node's. */
export type ServerFetch = (address: string, init: RequestInit) => Promise<Response>;

const WAIT = 10_000;

/** The id becomes the name of a file: one that is no plain word is not one of ours. */
const ours = serverMeta.refine(({ siteId }) => /^[A-Za-z0-9_-]{1,100}$/.test(siteId));

/** What the page is told, and the origin the address stands for. */
type CheckAnswer = Omit<Extract<IpcOutput<'server.check'>, { ok: true }>, 'known'> | Refusal;
type Refusal = Extract<IpcOutput<'server.check'>, { ok: false }>;

/** Asks `/api/meta` at an address whether a Ninefold server answers there that this app understands. Never throws. */
export async function checkServer(address: string, fetchPage: ServerFetch): Promise<CheckAnswer> {
  const refused = (message: string) => ({ ok: false as const, message });
  const read = readAddress(address);
  if ('message' in read) return refused(read.message);
  try {
    const response = await fetchPage(`${read.origin}/api/meta`, {
      redirect: 'error',
      credentials: 'omit',
      signal: AbortSignal.timeout(WAIT),
    });
    const meta = ours.safeParse(await response.json().catch(() => null));
    if (!response.ok || !meta.success) return refused('Something answers there, but it is not a Ninefold server.');
    if (meta.data.contract > CONTRACT_VERSION)
      return { ...refused('This server is newer than the app. Update the app first.'), isAppTooOld: true };
    return { ok: true, meta: meta.data, ...read };
  } catch {
    // What the network says differs by system and helps nobody; the address is what can be mended.
    return refused('No server answers at this address. Check it, and that the server is running.');
  }
}
