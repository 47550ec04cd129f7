import type { IpcOutput } from '#shared/contract/ipc.ts';
import { CONTRACT_VERSION, serverMeta } from '#shared/contract/meta.ts';
import { readAddress } from './address.ts';

/** The host's fetch: Electron's, of one server's own in-memory session, or Node's. */
export type ServerFetch = (address: string, init: RequestInit) => Promise<Response>;

const WAIT = 10_000;

/** The id becomes the name of a file: an id that is not a plain word is not from a Ninefold server. */
const ours = serverMeta.refine(({ siteId }) => /^[A-Za-z0-9_-]{1,100}$/.test(siteId));

/** The answer for the page, and the origin that the address stands for. */
type CheckAnswer = Omit<Extract<IpcOutput<'server.check'>, { ok: true }>, 'known'> | Refusal;
type Refusal = Extract<IpcOutput<'server.check'>, { ok: false }>;

/**
 * Requests `/api/meta` at an address, and checks whether a Ninefold server that this app understands answers there.
 * Never throws.
 */
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
    // A gate in front of the server, which requires its own password.
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

/** The errors of Chromium's network that the owner can fix. */
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
  // Other network errors differ by system and help nobody; the owner can only correct the address.
  const otherwise = 'No server answers at this address. Check it, and that the server is running.';
  return FAULTS.find(([fault]) => fault.test(text))?.[1] ?? otherwise;
}
