import { documentId } from '#shared/contract/workspace.ts';
import type { DocumentName } from './store-port.ts';

/** The data of one device, such as the open run or the place of its window. An id may have more text after this. */
const ON_THIS_DEVICE = 'preferences:this-device';

/**
 * The requests about posts that wait to be sent, each a field: the saves, and the actions on posts without their forms.
 * They never leave this device: another device would send the same requests as well.
 */
export const WAITING_SAVES = { id: `${ON_THIS_DEVICE}-saves`, kind: 'preferences' } as const;
export const WAITING_ACTIONS = { id: `${ON_THIS_DEVICE}-actions`, kind: 'preferences' } as const;

/** Whether a document stays on its device. */
export function staysHere(id: string): boolean {
  return id.startsWith(ON_THIS_DEVICE);
}

/**
 * Whether a document's id is never used again after its deletion, so that its words may be forgotten. A custom prompt
 * may be written again, and the working copy of a version may be opened again: then the earlier words must be known, so
 * that they can be removed; otherwise other devices would show them beside the new words.
 */
export function isUsedOnce(id: string): boolean {
  return /^(run:|draft:(new|generated)-)/.test(id);
}

/**
 * Whether a document is exchanged with the server. Three kinds of documents are not: those that stay on their device,
 * those whose id the contract does not know, and those whose id does not begin with their kind, because an id has only
 * one kind.
 */
export function isExchanged({ id, kind }: DocumentName): boolean {
  return id.startsWith(`${kind}:`) && !staysHere(id) && documentId.safeParse(id).success;
}

/**
 * Returns a unique name: a random UUID (RFC 9562 §5.4). `crypto.randomUUID` exists only on secure origins; random bytes
 * exist on every origin.
 */
export function uniqueId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
