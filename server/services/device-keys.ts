import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** A browser in which somebody has signed in to an account before. */
interface KnownDevice {
  adminId: number;
  /** Random, made when it first signed in. */
  id: string;
}

/**
 * What a browser keeps to be known again (OWASP, "Slow Down Online Guessing Attacks with Device Cookies"). It opens
 * nothing: its attempts are counted on their own, so that strangers cannot lock the owner out.
 */
export interface DeviceKeys {
  issue(adminId: number): string;
  /** Null for what we have not issued. */
  read(text: string | undefined): KnownDevice | null;
}

const FORM = /^(\d{1,15})\.([\w-]{16,64})\.([\w-]{43})$/;

/** @param secret the server's key; what is signed for another purpose with the same one is no device. */
export function createDeviceKeys(secret: string): DeviceKeys {
  const key = createHmac('sha256', secret).update('ninefold device').digest();
  const sign = (payload: string) => createHmac('sha256', key).update(payload).digest();
  return {
    issue(adminId) {
      const payload = `${adminId}.${randomBytes(18).toString('base64url')}`;
      return `${payload}.${sign(payload).toString('base64url')}`;
    },
    read(text) {
      const [, adminId, id, signature] = FORM.exec(text ?? '') ?? [];
      if (adminId === undefined || id === undefined || signature === undefined) return null;
      const given = Buffer.from(signature, 'base64url');
      const right = sign(`${adminId}.${id}`);
      return given.length === right.length && timingSafeEqual(given, right) ? { adminId: Number(adminId), id } : null;
    },
  };
}
