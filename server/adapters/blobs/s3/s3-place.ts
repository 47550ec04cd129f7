/** A place in an object store, and the means to reach it. */
export interface S3Place {
  bucket: string;
  /** The beginning of every key there, without a "/" at either end; empty for the whole bucket. */
  prefix: string;
  /** The origin of the service, with a path if it has one, without a trailing "/". */
  endpoint: string;
  region: string;
  /** Whether the bucket is named in the path rather than in the host name. */
  isPathStyle: boolean;
  keys: { accessKeyId: string; secretAccessKey: string; sessionToken?: string | undefined };
}

/** Returns the address as the owner writes it. */
export function addressOf({ bucket, prefix }: Pick<S3Place, 'bucket' | 'prefix'>): string {
  return `s3://${bucket}${prefix === '' ? '' : `/${prefix}`}`;
}

const escaped = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`);

/** Returns the key as the service knows it. */
export function fullKey({ prefix }: Pick<S3Place, 'prefix'>, key: string): string {
  return prefix === '' ? key : `${prefix}/${key}`;
}

/**
 * Returns the address of a key, or of the bucket when the key is null, with a query. It is escaped as signatures
 * require.
 */
export function urlOf(place: S3Place, key: string | null, query: Readonly<Record<string, string>> = {}): string {
  const url = new URL(place.endpoint);
  if (!place.isPathStyle) url.hostname = `${place.bucket}.${url.hostname}`;
  const names = [...(place.isPathStyle ? [place.bucket] : []), ...(key === null ? [] : fullKey(place, key).split('/'))];
  const path = `${url.pathname.replace(/\/$/, '')}/${names.map(escaped).join('/')}`;
  const asked = Object.entries(query).map(([name, value]) => `${escaped(name)}=${escaped(value)}`);
  return `${url.origin}${path}${asked.length === 0 ? '' : `?${asked.join('&')}`}`;
}
