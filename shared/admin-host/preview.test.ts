import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { DEFAULT_STYLE } from '#shared/kernel/post-style.ts';
import { createPreview } from './preview.ts';
import type { PreviewRequest } from './preview-messages.ts';

const shown = (html: string) => ({ pieces: [{ html, words: 1 }] });

/** Node has no workers like a browser's: these answer when the test tells them to. */
function createWorkers() {
  const made: Stand[] = [];
  class Stand {
    onmessage: ((event: MessageEvent) => void) | null = null;
    onerror: ((event: ErrorEvent) => void) | null = null;
    asked: PreviewRequest[] = [];
    isTerminated = false;
    postMessage(request: PreviewRequest) {
      this.asked.push(request);
    }
    terminate() {
      this.isTerminated = true;
    }
    answer(number: number, html: string) {
      this.onmessage?.(new MessageEvent('message', { data: { number, preview: shown(html) } }));
    }
    fail() {
      this.onerror?.(new Event('error') as ErrorEvent);
    }
  }
  const newWorker = () => {
    const worker = new Stand();
    made.push(worker);
    return worker;
  };
  return { made, newWorker };
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it('each call gets the answer to its own text, whatever the order', async () => {
  const { made, newWorker } = createWorkers();
  const preview = createPreview(newWorker);
  const [first, second] = [preview('one', DEFAULT_STYLE), preview('two', DEFAULT_STYLE)];
  const [worker] = made;
  expect(worker?.asked.map(({ markdown }) => markdown)).toEqual(['one', 'two']);
  worker?.answer(2, '<p>two</p>');
  worker?.answer(1, '<p>one</p>');
  expect(await Promise.all([first, second])).toEqual([shown('<p>one</p>'), shown('<p>two</p>')]);
  expect(made).toHaveLength(1);
});

it('a worker that fails answers in words, and the next call starts another', async () => {
  const { made, newWorker } = createWorkers();
  const preview = createPreview(newWorker);
  const failing = preview('one', DEFAULT_STYLE);
  made[0]?.fail();
  expect(await failing).toEqual({ fault: 'The preview could not be made. The text itself is safe.' });
  expect(made[0]?.isTerminated).toBe(true);
  const next = preview('two', DEFAULT_STYLE);
  made[1]?.answer(2, '<p>two</p>');
  expect(await next).toEqual(shown('<p>two</p>'));
});

it('a worker that hangs is given up after ten seconds', async () => {
  const { made, newWorker } = createWorkers();
  const preview = createPreview(newWorker);
  const hanging = preview('endless', DEFAULT_STYLE);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await hanging).toHaveProperty('fault');
  expect(made[0]?.isTerminated).toBe(true);
});
