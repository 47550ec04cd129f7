import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** An account as it is now: what a browser is known by is good for this password alone. */
export interface DeviceAccount {
  id: number;
  passwordHash: string;
}

/**
 * What a browser keeps to be known again (OWASP, "Slow Down Online Guessing Attacks with Device Cookies"). It opens
 * nothing: its attempts are counted on their own, so that strangers cannot lock the owner out. A changed password ends
 * it: whoever has copied one has no tries of their own at the new password.
 */
export interface DeviceKeys {
  issue(account: DeviceAccount): string;
  /** The browser's id, random, made when it first signed in; null for what was not issued to this account as it is. */
  read(text: string | undefined, account: DeviceAccount | null): string | null;
}

const FORM = /^(\d{1,15})\.([\w-]{16,64})\.([\w-]{43})$/;

/** @param secret the server's key; what is signed for another purpose with the same one is no device. */
export function createDeviceKeys(secret: string): DeviceKeys {
  const key = createHmac('sha256', secret).update('ninefold device').digest();
  // The hash is signed and not told: it stands behind a line break, which neither of the others can have.
  const sign = (payload: string, { passwordHash }: DeviceAccount) =>
    createHmac('sha256', key).update(`${payload}\n${passwordHash}`).digest();
  return {
    issue(account) {
      const payload = `${account.id}.${randomBytes(18).toString('base64url')}`;
      return `${payload}.${sign(payload, account).toString('base64url')}`;
    },
    read(text, account) {
      const [, adminId, id, signature] = FORM.exec(text ?? '') ?? [];
      if (!account || adminId !== String(account.id) || id === undefined || signature === undefined) return null;
      const given = Buffer.from(signature, 'base64url');
      const right = sign(`${adminId}.${id}`, account);
      return given.length === right.length && timingSafeEqual(given, right) ? id : null;
    },
  };
}
