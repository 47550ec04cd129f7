import { startEmbeds } from '../embeds/embed-loader.ts';

const running = new WeakMap<Element, () => void>();

/** Brings the embeds of a post's body to life, once, whoever asks. Returns a function that stops it. */
export function showEmbeds(body: Element): () => void {
  const stop = running.get(body) ?? startEmbeds(body);
  running.set(body, stop);
  return stop;
}
