/** A place in an object store, and how it is reached. */
export interface S3Place {
  bucket: string;
  /** What every key begins with there, without a "/" at either end; empty for the whole bucket. */
  prefix: string;
  /** Origin of the service, with a path where it has one, without a "/" at the end. */
  endpoint: string;
  region: string;
  /** Whether the bucket stands in the path rather than in the name of the host. */
  isPathStyle: boolean;
  keys: { accessKeyId: string; secretAccessKey: string; sessionToken?: string | undefined };
}

/** As the owner writes it. */
export function addressOf({ bucket, prefix }: Pick<S3Place, 'bucket' | 'prefix'>): string {
  return `s3://${bucket}${prefix === '' ? '' : `/${prefix}`}`;
}

const escaped = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`);

/** The key as the service knows it. */
export function fullKey({ prefix }: Pick<S3Place, 'prefix'>, key: string): string {
  return prefix === '' ? key : `${prefix}/${key}`;
}

/** The address of a key, or of the bucket where it is null, with a query. Escaped as signatures want it. */
export function urlOf(place: S3Place, key: string | null, query: Readonly<Record<string, string>> = {}): string {
  const url = new URL(place.endpoint);
  if (!place.isPathStyle) url.hostname = `${place.bucket}.${url.hostname}`;
  const names = [...(place.isPathStyle ? [place.bucket] : []), ...(key === null ? [] : fullKey(place, key).split('/'))];
  const path = `${url.pathname.replace(/\/$/, '')}/${names.map(escaped).join('/')}`;
  const asked = Object.entries(query).map(([name, value]) => `${escaped(name)}=${escaped(value)}`);
  return `${url.origin}${path}${asked.length === 0 ? '' : `?${asked.join('&')}`}`;
}
