import { BlobFault } from '../blob-fault.ts';
import { checkKey, isKey, nameOfKey } from '../blob-key.ts';
import type { BlobHead, BlobStore } from '../blob-store.ts';
import { readXml } from './read-xml.ts';
import { addressOf, fullKey, type S3Place } from './s3-place.ts';
import type { Ask } from './s3-requests.ts';

type Unfinished = Parameters<BlobStore['dropUnfinished']>[1];

interface S3Lists {
  /**
   * Lists the blobs of a folder, in the order in which the service gives them; with `isDeep` also those of its
   * subfolders.
   */
  blobs(folder: string, isDeep: boolean): AsyncGenerator<BlobHead>;
  /** See {@link BlobStore.dropUnfinished}. */
  dropUnfinished: BlobStore['dropUnfinished'];
}

/** Creates the lists of a place: its blobs, and its unfinished uploads. */
export function createS3Lists(ask: Ask, place: S3Place): S3Lists {
  const address = addressOf(place);
  async function* blobs(folder: string, isDeep: boolean): AsyncGenerator<BlobHead> {
    const prefix = prefixOf(folder);
    for (let token: string | undefined; ; ) {
      const query = {
        ...{ 'list-type': '2', prefix, 'max-keys': '1000' },
        ...(!isDeep && { delimiter: '/' }),
        ...(token !== undefined && { 'continuation-token': token }),
      };
      const { body } = await ask({ method: 'GET', key: null, query, what: `list ${folder || 'its blobs'}` });
      const { fields, entries } = readAnswer(await new Response(body).text(), 'Contents');
      for (const entry of entries) {
        const head = headOfEntry(entry);
        // Files that somebody else put there may have names that no blob can have.
        if (head && isKey(head.key)) yield head;
      }
      const next = fields.NextContinuationToken;
      if (fields.IsTruncated !== 'true' || !next) return;
      if (next === token) throw new BlobFault('damaged', `${address} gives the same part of its list again and again.`);
      token = next;
    }
  }
  function readAnswer(text: string, entry: string): ReturnType<typeof readXml> {
    try {
      return readXml(text, entry);
    } catch (cause) {
      throw new BlobFault('damaged', `${address} answered with something that is no list.`, { cause });
    }
  }
  function prefixOf(folder: string): string {
    const within = folder === '' ? place.prefix : fullKey(place, checkKey(folder));
    return within === '' ? '' : `${within}/`;
  }
  function headOfEntry(entry: Readonly<Record<string, string>>): BlobHead | null {
    const { Key: full = '', Size: size = '', ETag: etag = '', LastModified: modified = '' } = entry;
    const start = place.prefix === '' ? '' : `${place.prefix}/`;
    if (!full.startsWith(start)) return null;
    return { key: full.slice(start.length), size: Number(size), etag, modified: Date.parse(modified), sha256: null };
  }
  async function dropUnfinished(folder: string, { before, isOurs }: Unfinished): Promise<string[]> {
    const query = { uploads: '', prefix: prefixOf(folder) };
    // Some services have no such list, and drop unfinished uploads by themselves.
    const { status, body } = await ask({
      method: 'GET',
      key: null,
      query,
      what: 'list what was not finished',
      expected: [400, 404, 405, 501],
    });
    const text = await new Response(body).text();
    if (status !== 200) return [];
    const dropped: string[] = [];
    for (const { Key: full = '', UploadId: uploadId = '', Initiated: begun = '' } of readAnswer(text, 'Upload')
      .entries) {
      const key = headOfEntry({ Key: full })?.key;
      if (key === undefined || uploadId === '' || !(Date.parse(begun) < before) || !isOurs(nameOfKey(key))) continue;
      await ask({ method: 'DELETE', key, query: { uploadId }, what: `give up ${key}`, expected: [404] });
      dropped.push(`${key} (not finished)`);
    }
    return dropped;
  }
  return { blobs, dropUnfinished };
}
