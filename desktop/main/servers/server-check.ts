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
    // A gate in front of the server, which wants a password of its own.
    if (response.status === 401 && response.headers.has('www-authenticate')) return refused(GATE);
    const meta = ours.safeParse(await response.json().catch(() => null));
    if (!response.ok || !meta.success) return refused('Something answers there, but it is not a Ninefold server.');
    if (meta.data.contract > CONTRACT_VERSION)
      return { ...refused('This server is newer than the app. Update the app first.'), isAppTooOld: true };
    return { ok: true, meta: meta.data, ...read };
  } catch (error) {
    return refused(wordsFor(error));
  }
}

const GATE =
  'Something in front of this server asks for a name and password of its own, which the app cannot give. Let /api through ' +
  'there, or use the admin in a browser.';

/** What Chromium's network says, as far as the owner can mend it. */
const FAULTS: [RegExp, string][] = [
  [
    /ERR_PROXY_AUTH|ERR_TUNNEL_CONNECTION_FAILED|ERR_UNEXPECTED_PROXY_AUTH/,
    'The proxy of this network asks for a name and password, which the app cannot give.',
  ],
  [/ERR_SSL_CLIENT_AUTH/, 'This server asks for a certificate of yours, which the app cannot give.'],
  [/ERR_CERT_/, 'The certificate of this server is not one this computer trusts. Check the address, and the clock.'],
];

function wordsFor(error: unknown): string {
  const text = String(error);
  // What else the network says differs by system and helps nobody; the address is what can be mended.
  const otherwise = 'No server answers at this address. Check it, and that the server is running.';
  return FAULTS.find(([fault]) => fault.test(text))?.[1] ?? otherwise;
}
