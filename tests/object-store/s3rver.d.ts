declare module '@20minutes/s3rver' {
  import type { RequestListener } from 'node:http';

  /** What the tests use of it. */
  export default class S3rver {
    constructor(options: { directory: string; silent: boolean; configureBuckets: { name: string }[] });
    configureBuckets(): Promise<unknown>;
    callback(): RequestListener;
    readonly store: {
      existsObject(bucket: string, key: string): Promise<boolean>;
      getMetadata(bucket: string, key: string): Promise<{ etag: string }>;
    };
  }
}
