/** Milliseconds between the beginning of one rendering and the next. */
export const RENDER_EVERY = 200;

export interface RenderLoop {
  /** What is to be shown from now on. */
  show(text: string): void;
  stop(): void;
}

/** Milliseconds without a change after which a text is shown as it is, however long it takes to render. */
export const RENDER_PAUSE = 300;
/** While a text goes on changing, rendering it takes one part in so many of the time: the rest is for typing. */
const REST = 25;

/**
 * Renders a text that goes on changing: one rendering at a time, never two within {@link RENDER_EVERY}, of what the
 * text is when it begins. So answers come in order, and no old one can take the place of a newer one. A text that
 * takes long is rendered less often while it is typed: another thread still takes its time from the same machine.
 */
export function createRenderLoop<Answer>(
  render: (text: string) => Promise<Answer>,
  onAnswer: (answer: Answer, text: string) => void,
): RenderLoop {
  let latest: string | null = null;
  let waiting: { text: string; since: number; changedAt: number } | null = null;
  let timer: ReturnType<typeof setTimeout> | null = null;
  let isRendering = false;
  let isStopped = false;
  /** Times of `performance.now()`: rendered again not before the one, and while typing goes on not before the other. */
  let next = 0;
  let nextWhileTyping = 0;

  const plan = () => {
    if (waiting === null || isRendering || isStopped) return;
    if (timer !== null) clearTimeout(timer);
    const { since, changedAt } = waiting;
    const due = Math.min(Math.max(since + RENDER_EVERY, nextWhileTyping), changedAt + RENDER_PAUSE);
    timer = setTimeout(run, Math.max(due, next) - performance.now());
  };
  const run = async () => {
    timer = null;
    if (waiting === null) return;
    const { text } = waiting;
    waiting = null;
    isRendering = true;
    const began = performance.now();
    const answer = await render(text);
    const took = performance.now() - began;
    next = performance.now() + RENDER_EVERY;
    nextWhileTyping = next + took * REST;
    isRendering = false;
    if (isStopped) return;
    onAnswer(answer, text);
    plan();
  };

  return {
    show(text) {
      if (text === latest) return;
      latest = text;
      const changedAt = performance.now();
      waiting = { text, since: waiting?.since ?? changedAt, changedAt };
      plan();
    },
    stop() {
      isStopped = true;
      if (timer !== null) clearTimeout(timer);
    },
  };
}
