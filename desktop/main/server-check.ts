import type { IpcOutput } from '#shared/contract/ipc.ts';
import { CONTRACT_VERSION, serverMeta } from '#shared/contract/meta.ts';

const WAIT = 10_000;

/** Asks `/api/meta` at an address whether a Ninefold server answers there that this app understands. Never throws. */
export async function checkServer(address: string, fetchPage: typeof fetch): Promise<IpcOutput<'server.check'>> {
  const refused = (message: string) => ({ ok: false as const, message });
  const text = /^[a-z]+:\/\//i.test(address.trim()) ? address.trim() : `https://${address.trim()}`;
  if (!URL.canParse(text)) return refused('This is not an address. It looks like https://blog.example.');
  const url = new URL(text);
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    return refused('The address must begin with https:// or http://.');
  try {
    const response = await fetchPage(new URL('/api/meta', url), {
      redirect: 'error',
      signal: AbortSignal.timeout(WAIT),
    });
    const meta = serverMeta.safeParse(await response.json().catch(() => null));
    if (!response.ok || !meta.success) return refused('Something answers there, but it is not a Ninefold server.');
    if (meta.data.contract > CONTRACT_VERSION)
      return refused('This server is newer than the app. Update the app first.');
    return { ok: true, meta: meta.data };
  } catch {
    // What the network says differs by system and helps nobody; the address is what can be mended.
    return refused('No server answers at this address. Check it, and that the server is running.');
  }
}
