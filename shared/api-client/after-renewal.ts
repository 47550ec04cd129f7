import type { CallerOptions } from './caller.ts';

type Fetch = CallerOptions['fetch'];

/** Signing in, confirming the password and changing it give the browser a new session; the former session ends. */
const isRenewal = (address: string, { method = 'GET' }: RequestInit) =>
  method !== 'GET' && /\/api\/auth\//.test(address);

/**
 * Retries a call that was refused because another call renewed the session while it was in progress: nobody has been
 * signed out. Bodies are texts and forms, which can be sent twice.
 */
export function resendAfterRenewal(fetch: Fetch): Fetch {
  const underWay = new Set<Promise<Response>>();
  let renewals = 0;
  const renew = async (sent: Promise<Response>) => {
    underWay.add(sent);
    try {
      const response = await sent;
      if (response.ok) renewals += 1;
      return response;
    } finally {
      underWay.delete(sent);
    }
  };
  return async (address, init) => {
    if (isRenewal(address, init)) return renew(fetch(address, init));
    for (;;) {
      const begun = renewals;
      const response = await fetch(address, init);
      if (response.status !== 401) return response;
      // The refusal may arrive before the answer with the new cookie.
      await Promise.allSettled([...underWay]);
      if (renewals === begun || init.signal?.aborted) return response;
      // The session may be renewed again in the meantime: after the password is confirmed, the call it was needed for
      // follows.
      await response.body?.cancel();
    }
  };
}
