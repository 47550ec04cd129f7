/** Milliseconds between the beginning of one rendering and the next (design §7: at most every 200 ms). */
export const RENDER_EVERY = 200;

export interface RenderLoop {
  /** What is to be shown from now on. */
  show(text: string): void;
  stop(): void;
}

/**
 * Renders a text that goes on changing: one rendering at a time, never two within {@link RENDER_EVERY}, of what the
 * text is when it begins. So answers come in order, and no old one can take the place of a newer one.
 */
export function createRenderLoop<Answer>(
  render: (text: string) => Promise<Answer>,
  onAnswer: (answer: Answer, text: string) => void,
): RenderLoop {
  let latest: string | null = null;
  let waiting: string | null = null;
  let timer: ReturnType<typeof setTimeout> | null = null;
  let isRendering = false;
  let isStopped = false;

  const plan = () => {
    if (timer === null && !isRendering && !isStopped) timer = setTimeout(run, RENDER_EVERY);
  };
  const run = async () => {
    timer = null;
    if (waiting === null) return;
    const text = waiting;
    waiting = null;
    isRendering = true;
    const answer = await render(text);
    isRendering = false;
    if (isStopped) return;
    onAnswer(answer, text);
    if (waiting !== null) plan();
  };

  return {
    show(text) {
      if (text === latest) return;
      latest = text;
      waiting = text;
      plan();
    },
    stop() {
      isStopped = true;
      if (timer !== null) clearTimeout(timer);
    },
  };
}
