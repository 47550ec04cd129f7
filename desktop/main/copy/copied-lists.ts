import { listAuthors } from '#shared/contract/authors.ts';
import { listCategories } from '#shared/contract/categories.ts';
import type { Endpoint } from '#shared/contract/endpoint.ts';
import { listPromptTemplates } from '#shared/contract/prompts.ts';
import { listSeries } from '#shared/contract/series.ts';
import { getMe } from '#shared/contract/session.ts';
import { getSettings } from '#shared/contract/settings.ts';
import { listTags } from '#shared/contract/tags.ts';
import type { ResponseCache } from '../response-cache/index.ts';

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

/** Puts the answers to these calls where the page finds them without the server. Throws where it is not reached. */
export async function copyLists({ cache, fetch, signal }: CopyListsOptions): Promise<void> {
  for (const { path } of lists) {
    const response = await fetch(path, { signal: AbortSignal.any([signal, AbortSignal.timeout(LONGEST)]) });
    const type = response.headers.get('content-type') ?? '';
    if (response.status !== 200 || !type.startsWith('application/json')) {
      await response.body?.cancel();
      continue;
    }
    const body = new Uint8Array(await response.arrayBuffer());
    signal.throwIfAborted();
    cache.put(path, { headers: { 'content-type': type }, body });
  }
}
