import { expect, test, vi } from 'vitest';
import { parseDrafts } from '#shared/workflow/drafts/parse-drafts.ts';
import { createParseDrafts } from './parse-drafts-in-worker.ts';

const OUTPUT = ['One', 'Two']
  .map(
    (title, index) =>
      `---BLOG POST ${index + 1}---\nTitle: ${title}\nSlug: ${title.toLowerCase()}\nExcerpt: What ${title} is about, in a sentence.\nTags: a, b\nContent:\nThe first words of ${title}.\n\n## More\n\nThe last words of it.`,
  )
  .join('\n\n');
type NewWorker = NonNullable<Parameters<typeof createParseDrafts>[0]>;

/** Makes a worker that answers as the real one does, or fails; it does not run in a thread of its own. */
function fakeWorker(isBroken: boolean): { newWorker: NewWorker; ended: () => number } {
  let ended = 0;
  return {
    ended: () => ended,
    newWorker() {
      const worker: ReturnType<NewWorker> = {
        onmessage: null,
        onerror: null,
        terminate: () => {
          ended += 1;
        },
        postMessage(request: { output: string; source: string }) {
          const parsed = parseDrafts(request.output, request.source);
          queueMicrotask(() => {
            if (isBroken) worker.onerror?.call(worker as Worker, new Event('error') as ErrorEvent);
            else worker.onmessage?.call(worker as Worker, new MessageEvent('message', { data: { parsed } }));
          });
        },
      };
      return worker;
    },
  };
}

test('an output is read by a worker, which ends with it', async () => {
  const { newWorker, ended } = fakeWorker(false);
  const { drafts } = await createParseDrafts(newWorker)(OUTPUT, 'source');
  expect(drafts.map(({ id, title }) => `${id} ${title}`)).toEqual(['source-1 One', 'source-2 Two']);
  expect(ended()).toBe(1);
});

test('where the worker fails the page reads it itself', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  const { newWorker, ended } = fakeWorker(true);
  expect((await createParseDrafts(newWorker)(OUTPUT, 'source')).drafts).toHaveLength(2);
  expect(ended()).toBe(1);
  expect(warn).toHaveBeenCalledOnce();
  warn.mockRestore();
});
