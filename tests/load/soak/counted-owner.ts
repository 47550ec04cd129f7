import { createApiClient } from '#shared/api-client/client.ts';
import { uploadImage } from '#shared/contract/images.ts';
import { type Owner, signInOwner } from '#tests/faults/owner.ts';
import type { Tally } from './tally.ts';

/** Signs in the owner, whose writes are counted and stop when the soak is over. */
export async function signInCountedOwner(address: string, tally: Tally, isOver: () => boolean): Promise<Owner> {
  const owner = await signInOwner(() => address, { isMany: true });
  const fetch: Owner['fetch'] = async (path, init = {}) => {
    // The result of a write that gets no answer.
    if (isOver()) throw new TypeError('The soak is over');
    const kind = kindOf(path, init.method);
    const started = performance.now();
    try {
      const response = await owner.fetch(path, init);
      // The call counts as answered when the last byte has arrived.
      const body = await response.arrayBuffer();
      tally.record(kind, response.status, performance.now() - started);
      return new Response(response.status === 204 ? null : body, response);
    } catch (error) {
      tally.record(kind, 0, performance.now() - started);
      throw new Error(`${kind} was not answered`, { cause: error });
    }
  };
  return { fetch, client: createApiClient({ fetch }) };
}

function kindOf(path: string, method = 'GET'): string {
  if (path === uploadImage.path) return 'a picture uploaded';
  if (method === 'DELETE') return 'a picture deleted';
  if (method === 'PUT') return 'a post saved';
  return path.startsWith('/api/posts') ? 'a post created' : 'a message sent';
}
