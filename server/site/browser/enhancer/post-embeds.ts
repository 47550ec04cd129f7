/** Embeds of all providers, as a post's HTML holds them. */
export const EMBEDS = 'blockquote:is(.twitter-tweet, .instagram-media, .tiktok-embed)';

const running = new WeakMap<Element, () => void>();

/**
 * Brings the embeds of a post's body to life, once, whoever asks; where there are none, none of their code is loaded.
 * Returns a function that stops it.
 */
export function showEmbeds(body: Element): () => void {
  const known = running.get(body);
  if (known) return known;
  let isStopped = false;
  let stop = () => {};
  const end = () => {
    isStopped = true;
    stop();
  };
  running.set(body, end);
  if (!body.querySelector(EMBEDS)) return end;
  import('../embeds/embed-loader.ts').then(
    ({ startEmbeds }) => {
      if (!isStopped) stop = startEmbeds(body);
    },
    (error: unknown) => console.warn('Embeds could not be shown', error),
  );
  return end;
}
