import { Secret, TOTP } from 'otpauth';

/** Seconds a code is shown (RFC 6238 §4.1). */
const PERIOD = 30;
/** Steps before and after the current one of which a code is taken (RFC 6238 §5.2): clocks are not all right. */
const WINDOW = 1;
/** Bytes of a secret (RFC 4226 §4). */
const SECRET_BYTES = 20;

/** A new secret, in base32. */
export const newTotpSecret = (): string => new Secret({ size: SECRET_BYTES }).base32;

/** What an authenticator app reads: who it is for, and the secret. */
export function totpUri(secret: string, { site, email }: { site: string; email: string }): string {
  // A colon stands between the two in the address, and cannot stand in either.
  const plain = (text: string) => text.replaceAll(':', ' ');
  return totpOf(secret, { issuer: plain(site), label: plain(email) }).toString();
}

/** The time step of a moment in milliseconds since 1970. */
const stepAt = (now: number): number => TOTP.counter({ period: PERIOD, timestamp: now });

/** The time step a code of six digits is of; null for one that is of no step near `now`. */
export function stepOfCode(secret: string, code: string, now: number): number | null {
  const delta = totpOf(secret).validate({ token: code, timestamp: now, window: WINDOW });
  return delta === null ? null : stepAt(now) + delta;
}

/** Whether the clock stands so far before the last step used that no code can be taken: it was put back. */
export const isClockBehind = (lastStep: number, now: number): boolean => stepAt(now) + WINDOW < lastStep;

function totpOf(secret: string, names: { issuer?: string; label?: string } = {}): TOTP {
  return new TOTP({ ...names, secret: Secret.fromBase32(secret), algorithm: 'SHA1', digits: 6, period: PERIOD });
}
