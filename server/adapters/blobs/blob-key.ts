import { BlobFault } from './blob-fault.ts';

/** Bytes of a key that every object store takes, with room for a prefix. */
const LONGEST = 800;

/**
 * Whether every store can have a blob of this key: names with "/" between, none empty, "." or "..", nothing that a path or
 * an address would read otherwise. Case matters, though a folder on some systems does not know it.
 */
export function isKey(key: string): boolean {
  const isWell = key.length > 0 && Buffer.byteLength(key) <= LONGEST && key.isWellFormed() && !/[\p{Cc}\\:]/u.test(key);
  return isWell && !key.split('/').some((name) => ['', '.', '..'].includes(name));
}

/** Gives a key back. Throws BlobFault for what cannot be one. */
export function checkKey(key: string): string {
  if (!isKey(key)) throw new BlobFault('bad-key', `“${key.slice(0, 100)}” cannot be the name of a blob.`);
  return key;
}

/** The key of a blob in a folder of the store; "" is the store itself. */
export function keyIn(folder: string, name: string): string {
  return folder === '' ? name : `${folder}/${name}`;
}

/** A key's last part. */
export function nameOfKey(key: string): string {
  return key.slice(key.lastIndexOf('/') + 1);
}

const TYPES: Readonly<Record<string, string>> = {
  ...{ webp: 'image/webp', avif: 'image/avif', jpg: 'image/jpeg', png: 'image/png', gif: 'image/gif' },
  ...{ json: 'application/json', tar: 'application/x-tar' },
};

/** The media type of a blob, by the ending of its key. */
export function typeOfKey(key: string): string {
  return TYPES[key.slice(key.lastIndexOf('.') + 1)] ?? 'application/octet-stream';
}
