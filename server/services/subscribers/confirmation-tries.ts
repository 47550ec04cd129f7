const MINUTE = 60_000;

/** Until the next try, in milliseconds, by how often it was tried: servers that put off unknown senders do so for minutes. */
const WAITS = [5 * MINUTE, 30 * MINUTE];

/** Milliseconds to the next try after this many; null when it has been tried for long enough. */
export function nextConfirmationAfter(tries: number): number | null {
  return WAITS[tries - 1] ?? null;
}

/** Whether a mail server has refused a mail for good (RFC 5321, 4.2.1), and not the one who brought it. */
export function isRefusedForGood(error: unknown): boolean {
  const { code, responseCode } = Object(error) as { code?: unknown; responseCode?: unknown };
  return code !== 'EAUTH' && typeof responseCode === 'number' && responseCode >= 500 && responseCode < 600;
}
