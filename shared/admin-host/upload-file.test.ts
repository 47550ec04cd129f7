import { afterEach, expect, test, vi } from 'vitest';
import { uploadImage } from '#shared/contract/images.ts';
import { sendFile } from './upload-file.ts';

afterEach(() => vi.unstubAllGlobals());

/** Behaves as the browser's request does when it is cancelled: "abort", then "loadend" (XMLHttpRequest, 3.5). */
class UploadRequest {
  onabort: (() => void) | null = null;
  onloadend: (() => void) | null = null;
  headers: string[] = [];
  open() {}
  send() {}
  setRequestHeader(name: string, value: string) {
    this.headers.push(`${name}: ${value}`);
  }
  abort() {
    this.onabort?.();
    this.onloadend?.();
  }
}

test('an upload that is cancelled on its way tells whoever watches it, before it is watched no more', async () => {
  const requests: UploadRequest[] = [];
  vi.stubGlobal(
    'XMLHttpRequest',
    class extends UploadRequest {
      constructor() {
        super();
        requests.push(this);
      }
    },
  );
  const told: string[] = [];
  const controller = new AbortController();
  const sent = sendFile(
    {
      ...{ call: uploadImage, path: uploadImage.path, field: 'image', siteId: undefined },
      file: new File(['a'], 'a.png'),
      watch: () => ({
        header: ['x-name', 'one'],
        cancel: () => told.push('cancelled'),
        end: () => told.push('ended'),
      }),
    },
    { signal: controller.signal },
  );
  expect(requests[0]?.headers).toContain('x-name: one');
  expect(told).toEqual([]);
  controller.abort(new Error('called off'));
  await expect(sent).rejects.toThrow('called off');
  expect(told).toEqual(['cancelled', 'ended']);
});
