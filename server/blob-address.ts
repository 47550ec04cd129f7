/** The form of an address in an object store: "s3://bucket" or "s3://bucket/prefix". */
const S3_ADDRESS = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/((?:[\w!*'().+ -]+\/)*[\w!*'().+ -]+))?\/?$/;

/** Whether a setting means an object store, valid or not, rather than a folder. */
export function isStoreAddress(value: string): boolean {
  return /^[a-z0-9]{2,}:\/\//i.test(value);
}

/** Returns the two parts of an address, the prefix without a "/" at either end; null for an invalid one. */
export function readS3Address(value: string): { bucket: string; prefix: string } | null {
  const [, bucket, prefix = ''] = S3_ADDRESS.exec(value) ?? [];
  if (bucket === undefined || prefix.split('/').some((name) => name === '.' || name === '..')) return null;
  return { bucket, prefix };
}
