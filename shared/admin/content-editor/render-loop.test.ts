import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createRenderLoop, RENDER_EVERY, RENDER_PAUSE } from './render-loop.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Makes a renderer that answers when the test tells it to. */
function slowRenderer() {
  const started: string[] = [];
  let finish = () => {};
  return {
    started,
    render: (text: string) =>
      new Promise<string>((resolve) => {
        started.push(text);
        finish = () => resolve(`<p>${text}</p>`);
      }),
    async finish() {
      finish();
      await vi.advanceTimersByTimeAsync(0);
    },
  };
}

it('renders what the text is after the pause, not what it was at its beginning', async () => {
  const { started, render } = slowRenderer();
  const loop = createRenderLoop(render, () => {});
  for (const text of ['a', 'ab', 'abc']) loop.show(text);
  await vi.advanceTimersByTimeAsync(RENDER_EVERY);
  expect(started).toEqual(['abc']);
});

it('typing without a pause is rendered all the same', async () => {
  const answers: string[] = [];
  const loop = createRenderLoop(
    async (text: string) => text,
    (text) => answers.push(text),
  );
  for (let typed = 1; typed <= 20; typed += 1) {
    loop.show('x'.repeat(typed));
    await vi.advanceTimersByTimeAsync(50);
  }
  expect(answers.length).toBeGreaterThanOrEqual(3);
});

it('a second rendering waits for the first, and takes the newest text', async () => {
  const renderer = slowRenderer();
  const answers: string[] = [];
  const loop = createRenderLoop(renderer.render, (html) => answers.push(html));
  loop.show('one');
  await vi.advanceTimersByTimeAsync(RENDER_EVERY);
  loop.show('two');
  loop.show('three');
  await vi.advanceTimersByTimeAsync(10 * RENDER_EVERY);
  expect(renderer.started).toEqual(['one']);
  await renderer.finish();
  await vi.advanceTimersByTimeAsync(RENDER_EVERY);
  await renderer.finish();
  expect(renderer.started).toEqual(['one', 'three']);
  expect(answers).toEqual(['<p>one</p>', '<p>three</p>']);
});

it('a text that takes long is rendered seldom while it is typed, and at once when typing stops', async () => {
  const began: number[] = [];
  const loop = createRenderLoop(
    async (text: string) => {
      began.push(text.length);
      await vi.advanceTimersByTimeAsync(100);
      return text;
    },
    () => {},
  );
  const type = async (from: number, to: number) => {
    for (let typed = from; typed <= to; typed += 1) {
      loop.show('x'.repeat(typed));
      await vi.advanceTimersByTimeAsync(50);
    }
  };
  await type(1, 100);
  expect(began.length).toBeLessThanOrEqual(3);
  const before = began.length;
  await vi.advanceTimersByTimeAsync(RENDER_PAUSE);
  expect(began.length).toBe(before + 1);
  expect(began.at(-1)).toBe(100);
});

it('a text that is there already is not rendered again', async () => {
  const { started, render } = slowRenderer();
  const loop = createRenderLoop(render, () => {});
  loop.show('same');
  await vi.advanceTimersByTimeAsync(RENDER_EVERY);
  loop.show('same');
  await vi.advanceTimersByTimeAsync(10 * RENDER_EVERY);
  expect(started).toEqual(['same']);
});

it('stopped, it answers no more', async () => {
  const renderer = slowRenderer();
  const answers: string[] = [];
  const loop = createRenderLoop(renderer.render, (html) => answers.push(html));
  loop.show('one');
  await vi.advanceTimersByTimeAsync(RENDER_EVERY);
  loop.stop();
  await renderer.finish();
  expect(answers).toEqual([]);
});
