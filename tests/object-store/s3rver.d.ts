declare module '@20minutes/s3rver' {
  import type { RequestListener } from 'node:http';
  import type { Readable } from 'node:stream';

  interface S3Object {
    bucket: string;
    key: string;
    content: Readable | Buffer;
    metadata: object;
  }

  /** The parts of it that the tests use. */
  export default class S3rver {
    constructor(options: { directory: string; silent: boolean; configureBuckets: { name: string }[] });
    configureBuckets(): Promise<unknown>;
    callback(): RequestListener;
    readonly store: {
      existsObject(bucket: string, key: string): Promise<boolean>;
      getMetadata(bucket: string, key: string): Promise<{ etag: string }>;
      putObject(object: S3Object): Promise<{ size: number; md5: string }>;
      /** Returns the file of an object: `object`, its `object.md5`, its `metadata.json`. */
      getResourcePath(bucket: string, key: string, kind: string): string;
    };
  }
}
