import { documentId } from '#shared/contract/workspace.ts';
import type { DocumentName } from './store-port.ts';

/** What belongs to one device: which run is open here, where its window stands. Also with anything behind it. */
const ON_THIS_DEVICE = 'preferences:this-device';

/**
 * What of posts waits to be sent, each a field: the saves, and what was done to posts without their forms. They never leave
 * this device: another one would send the same beside it.
 */
export const WAITING_SAVES = { id: `${ON_THIS_DEVICE}-saves`, kind: 'preferences' } as const;
export const WAITING_ACTIONS = { id: `${ON_THIS_DEVICE}-actions`, kind: 'preferences' } as const;

/** Whether a document stays on its device. */
export function staysHere(id: string): boolean {
  return id.startsWith(ON_THIS_DEVICE);
}

/**
 * Whether a document's id is never used anew once it was deleted, so that its words may be forgotten. A custom prompt
 * may be written again, and the working copy of a version opened again: the earlier words must then be known, so that
 * they can be taken away; else other devices would show them beside the new ones.
 */
export function isUsedOnce(id: string): boolean {
  return /^(run:|draft:(new|generated)-)/.test(id);
}

/**
 * Whether a document is exchanged with the server. A document that stays on its device is not, and neither is one whose id the contract
 * does not know or that does not begin with its kind: an id has one kind, whoever names it.
 */
export function isExchanged({ id, kind }: DocumentName): boolean {
  return id.startsWith(`${kind}:`) && !staysHere(id) && documentId.safeParse(id).success;
}

/**
 * A name nobody else has: a random UUID (RFC 9562 §5.4). `crypto.randomUUID` is there on secure origins only; random
 * bytes are there on every origin.
 */
export function uniqueId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
