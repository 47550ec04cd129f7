/** Characters of an answer that the owner is shown. */
const MOST_SHOWN = 300;

/** A status as the owner reads it, with the beginning of what was said beside it. */
export function wordsOfAnswer(status: number, text: string): string {
  if (status >= 200 && status < 300) return `Delivered: the answer was ${status}.`;
  if (status === 410) return 'The answer was 410: nobody is there any more. The webhook was switched off.';
  if (status >= 300 && status < 400)
    return `The answer was ${status}, which leads elsewhere. That is not followed: enter the new address.`;
  const said = text
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim()
    .slice(0, MOST_SHOWN);
  return said === '' ? `The answer was ${status}.` : `The answer was ${status}: “${said}”`;
}

const FAULTS: Record<string, string> = {
  ECONNREFUSED: 'Nobody answers at this address.',
  ECONNRESET: 'The connection was closed before an answer came.',
  ENOTFOUND: 'There is no computer of this name.',
  EAI_AGAIN: 'The name of this address could not be looked up just now.',
  ETIMEDOUT: 'No connection could be made in time.',
  EHOSTUNREACH: 'No way leads to this address.',
  ENETUNREACH: 'No way leads to this address.',
};

/** Why there was no answer, in words for the owner: none of them says what is inside the network. */
export function wordsOfFault(error: unknown): string {
  if (!(error instanceof Error)) return 'The message could not be sent.';
  if (error.name === 'TimeoutError') return 'No answer came within 10 seconds.';
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (/CERT|TLS|SSL|SELF_SIGNED|ISSUER/.test(code)) return `The certificate of this address is not good (${code}).`;
  return FAULTS[code] ?? 'The connection failed before an answer came.';
}
