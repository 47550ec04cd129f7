import { startEmbeds } from '../embeds/embed-loader.ts';

const running = new WeakMap<Element, () => void>();

/** Activates the embeds of a post's body, once, however often it is called. Returns a function that stops the work. */
export function showEmbeds(body: Element): () => void {
  const stop = running.get(body) ?? startEmbeds(body);
  running.set(body, stop);
  return stop;
}
