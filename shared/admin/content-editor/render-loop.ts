/** The shortest time, in milliseconds, between the end of one rendering and the beginning of the next. */
export const RENDER_EVERY = 200;

export interface RenderLoop {
  /** Sets the text to show from now on. */
  show(text: string): void;
  stop(): void;
}

/** Milliseconds without a change after which a text is rendered, however long its rendering takes. */
export const RENDER_PAUSE = 300;
/**
 * While a text is being changed, rendering takes at most about one part in this number of the time; the rest is for
 * typing.
 */
const REST = 25;

/**
 * Renders a text that is being changed: one rendering at a time, with at least {@link RENDER_EVERY} between two, of the
 * text as it is when the rendering begins. So results come in order, and an old result can never replace a newer one. A
 * text that takes long to render is rendered less often while it is typed: the rendering runs on another thread, but
 * still takes time of the same machine.
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
  /**
   * Times of `performance.now()`. The next rendering begins at `next` at the earliest and, while typing goes on, at
   * `nextWhileTyping`.
   */
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
