import { type EmbedProvider, embedProviders } from './embed-providers.ts';

/** Milliseconds after the post is shown at which embeds are looked for again. */
export const EMBED_RETRIES = [500, 1500, 3000] as const;
/** Milliseconds between the loading of a provider's script and its work on the post. */
export const EMBED_PROCESS_DELAY = 1000;

/** The functions of the browser that the loader needs; passed in so that the loader can be tested. */
export interface EmbedHost {
  /** Loads a script once into the page; rejects when it cannot be loaded. */
  loadScript: (url: string) => Promise<void>;
  log: (message: string, error: unknown) => void;
  providers: readonly EmbedProvider[];
}

const browserHost: EmbedHost = {
  loadScript,
  log: (message, error) => console.warn(message, error),
  providers: embedProviders,
};

/**
 * Activates a post's social-media embeds: loads the script of each network found in `body`, and lets it work on the
 * post 1000 ms after it has loaded. Embeds that were not there yet, and scripts that did not load, are tried again at
 * 500, 1500 and 3000 ms. Failures are only logged; the quoted text stays. Returns a function that stops the work.
 */
export function startEmbeds(body: ParentNode, host: EmbedHost = browserHost): () => void {
  const { loadScript, log, providers } = host;
  const asked = new Set<EmbedProvider>();
  let isStopped = false;

  const attempt = (work: () => void) => {
    if (isStopped) return;
    try {
      work();
    } catch (error) {
      log('Embeds could not be shown', error);
    }
  };

  const load = (provider: EmbedProvider) => {
    asked.add(provider);
    loadScript(provider.script).then(
      () => setTimeout(attempt, EMBED_PROCESS_DELAY, () => provider.process(body)),
      (error) => {
        asked.delete(provider);
        log(`The script for ${provider.name} embeds could not be loaded`, error);
      },
    );
  };

  const look = () => {
    for (const provider of providers) {
      if (!asked.has(provider) && body.querySelector(provider.selector)) load(provider);
    }
  };

  attempt(look);
  for (const delay of EMBED_RETRIES) setTimeout(attempt, delay, look);

  return () => {
    isStopped = true;
  };
}

const scripts = new Map<string, Promise<void>>();

function loadScript(url: string): Promise<void> {
  const known = scripts.get(url);
  if (known) return known;
  const loading = new Promise<void>((resolve, reject) => {
    const script = document.createElement('script');
    script.src = url;
    script.async = true;
    script.onload = () => resolve();
    script.onerror = () => {
      script.remove();
      scripts.delete(url);
      reject(new Error(`${url} did not load`));
    };
    document.head.append(script);
  });
  scripts.set(url, loading);
  return loading;
}
