import { listAuthors } from '#shared/contract/authors.ts';
import { listCategories } from '#shared/contract/categories.ts';
import type { Endpoint } from '#shared/contract/endpoint.ts';
import { listPromptTemplates } from '#shared/contract/prompts.ts';
import { listSeries } from '#shared/contract/series.ts';
import { getMe } from '#shared/contract/session.ts';
import { getSettings } from '#shared/contract/settings.ts';
import { listTags } from '#shared/contract/tags.ts';
import type { ResponseCache } from '../response-cache/index.ts';
import { copyImages } from './copied-images.ts';

/** What the site has beside its posts, each the answer to one call; its codices are documents of the workspace. */
const lists: readonly Endpoint[] = [
  getMe,
  listCategories,
  listTags,
  listAuthors,
  listSeries,
  listPromptTemplates,
  getSettings,
];

/** Milliseconds one of them may take. */
const LONGEST = 30_000;

interface CopyListsOptions {
  cache: Pick<ResponseCache, 'put'>;
  fetch(address: string, init: RequestInit): Promise<Response>;
  signal: AbortSignal;
}

/**
 * Puts the answers to these calls, and the list of all pictures, where the page finds them without the server. Throws where
 * it is not reached.
 */
export async function copyLists({ cache, fetch, signal }: CopyListsOptions): Promise<void> {
  /** The body of a good answer, and its type; null for any other. */
  async function ask(address: string) {
    const response = await fetch(address, { signal: AbortSignal.any([signal, AbortSignal.timeout(LONGEST)]) });
    const type = response.headers.get('content-type') ?? '';
    if (response.status !== 200 || !type.startsWith('application/json')) {
      await response.body?.cancel();
      return null;
    }
    const body = new Uint8Array(await response.arrayBuffer());
    signal.throwIfAborted();
    return { body, type };
  }

  for (const { path } of lists) {
    const answer = await ask(path);
    if (answer !== null) cache.put(path, { headers: { 'content-type': answer.type }, body: answer.body });
  }
  await copyImages({
    cache,
    async ask(address) {
      const answer = await ask(address);
      return answer && parsed(answer.body);
    },
  });
}

/** Null for what is no JSON. */
function parsed(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(body));
  } catch {
    return null;
  }
}
