import { BlobFault } from './blob-fault.ts';

/** The largest size of a key in bytes that every object store accepts, with room for a prefix. */
const LONGEST = 800;

/**
 * Whether every store can have a blob with this key: names with "/" between, none empty, "." or "..", and no character
 * that a path or an address would read differently. Case matters, although a folder on some systems ignores it.
 */
export function isKey(key: string): boolean {
  const isWell = key.length > 0 && Buffer.byteLength(key) <= LONGEST && key.isWellFormed() && !/[\p{Cc}\\:]/u.test(key);
  return isWell && !key.split('/').some((name) => ['', '.', '..'].includes(name));
}

/** Returns the key unchanged. Throws BlobFault for an invalid one. */
export function checkKey(key: string): string {
  if (!isKey(key)) throw new BlobFault('bad-key', `“${key.slice(0, 100)}” cannot be the name of a blob.`);
  return key;
}

/** Returns the key of a blob in a folder of the store; "" is the store itself. */
export function keyIn(folder: string, name: string): string {
  return folder === '' ? name : `${folder}/${name}`;
}

/** Returns a key's last part. */
export function nameOfKey(key: string): string {
  return key.slice(key.lastIndexOf('/') + 1);
}

const TYPES: Readonly<Record<string, string>> = {
  ...{ webp: 'image/webp', avif: 'image/avif', jpg: 'image/jpeg', png: 'image/png', gif: 'image/gif' },
  ...{ json: 'application/json', tar: 'application/x-tar' },
};

/** Returns the media type of a blob, by the ending of its key. */
export function typeOfKey(key: string): string {
  return TYPES[key.slice(key.lastIndexOf('.') + 1)] ?? 'application/octet-stream';
}
