import { createApiClient } from '#shared/api-client/client.ts';
import { login, SESSION_COOKIE } from '#shared/contract/session.ts';
import { OWNER } from '#tests/e2e/site/owner.ts';
import { readAtOnce } from '#tests/read-at-once.ts';

/** The owner's calls to a server that may stop and start again at a different address. */
export interface Owner {
  fetch(path: string, init?: RequestInit): Promise<Response>;
  readonly client: ReturnType<typeof createApiClient>;
}

/**
 * Signs in the owner of a seeded site. `address` returns the current address of the server. With `isMany`, each call
 * seems to come from a different reader, so that no limit for one reader is reached; the server must then trust its
 * proxy.
 */
export async function signInOwner(
  address: () => string,
  { isMany = false, credentials = OWNER }: { isMany?: boolean; credentials?: { email: string; password: string } } = {},
): Promise<Owner> {
  let cookie = '';
  let calls = 0;
  const fetchAsOwner = async (path: string, init: RequestInit = {}) => {
    const headers = new Headers(init.headers);
    headers.set('cookie', cookie);
    // A kept connection may lead to a process that has died.
    headers.set('connection', 'close');
    headers.set('accept-encoding', 'identity');
    calls += 1;
    if (isMany) headers.set('x-forwarded-for', `10.${(calls >> 16) & 255}.${(calls >> 8) & 255}.${calls & 255}`);
    const response = await fetch(address() + path, { ...init, headers });
    const given = response.headers.getSetCookie().find((each) => each.startsWith(`${SESSION_COOKIE}=`));
    cookie = given?.split(';', 1)[0] ?? cookie;
    return readAtOnce(response);
  };
  const client = createApiClient({ fetch: fetchAsOwner });
  await client.call(login, { body: { email: credentials.email, password: credentials.password } });
  return { fetch: fetchAsOwner, client };
}

/** Makes the body of an upload. */
export function pictureForm(bytes: Buffer): FormData {
  const form = new FormData();
  form.set('image', new Blob([new Uint8Array(bytes)], { type: 'image/png' }), 'picture.png');
  return form;
}
