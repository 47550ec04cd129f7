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

/** The site's data apart from its posts, each the answer to one call. The site's codices are workspace documents. */
const lists: readonly Endpoint[] = [
  getMe,
  listCategories,
  listTags,
  listAuthors,
  listSeries,
  listPromptTemplates,
  getSettings,
];

/** The longest time, in milliseconds, that one of these calls may take. */
const LONGEST = 30_000;

interface CopyListsOptions {
  cache: Pick<ResponseCache, 'put'>;
  fetch(address: string, init: RequestInit): Promise<Response>;
  signal: AbortSignal;
}

/**
 * Stores the answers to these calls, and the list of all pictures, where the page finds them without the server. Throws
 * when the server cannot be reached.
 */
export async function copyLists({ cache, fetch, signal }: CopyListsOptions): Promise<void> {
  /** Returns the body and the type of a good answer; null for any other answer. */
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

/** Returns null for a body that is not JSON. */
function parsed(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(body));
  } catch {
    return null;
  }
}
