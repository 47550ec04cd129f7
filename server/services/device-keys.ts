import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** An account in its current state: the value by which a browser is recognized is valid for this password only. */
export interface DeviceAccount {
  id: number;
  passwordHash: string;
}

/**
 * A value that a browser keeps in order to be recognized (OWASP, "Slow Down Online Guessing Attacks with Device
 * Cookies"). It gives no access: the browser's attempts are counted separately, so that strangers cannot lock the owner
 * out. A changed password invalidates the value: an attacker who has copied it gets no separate attempts at the new
 * password.
 */
export interface DeviceKeys {
  issue(account: DeviceAccount): string;
  /**
   * The browser's random id, made at its first sign-in; null when the value was not issued to this account in its
   * current state.
   */
  read(text: string | undefined, account: DeviceAccount | null): string | null;
}

const FORM = /^(\d{1,15})\.([\w-]{16,64})\.([\w-]{43})$/;

/** @param secret the server's key; a value that is signed with the same key for another purpose is not a device key. */
export function createDeviceKeys(secret: string): DeviceKeys {
  const key = createHmac('sha256', secret).update('ninefold device').digest();
  // The hash is signed but not sent: it follows a line break, which neither of the other parts can contain.
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
