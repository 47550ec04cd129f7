import type { CallerOptions } from './caller.ts';

type Fetch = CallerOptions['fetch'];

/** Signing in, giving the password again and changing it give the browser another session; the former one is over. */
const isRenewal = (address: string, { method = 'GET' }: RequestInit) =>
  method !== 'GET' && /\/api\/auth\//.test(address);

/**
 * Sends a call once more that was under way with a session while another call renewed that, and was refused for it:
 * nobody has been signed out. Bodies are texts and forms, which can be sent twice.
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
      // The refusal may be here before the answer with the new cookie is.
      await Promise.allSettled([...underWay]);
      if (renewals === begun || init.signal?.aborted) return response;
      // It may be renewed once more meanwhile: giving the password is followed by what it was given for.
      await response.body?.cancel();
    }
  };
}
