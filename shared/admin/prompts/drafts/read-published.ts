import type { ApiClient } from '#shared/api-client/client.ts';
import { listAiProviders } from '#shared/contract/ai-providers.ts';
import { getPostById } from '#shared/contract/posts/posts.ts';
import { askSecondReader } from '#shared/contract/second-readings.ts';
import type { ActionContext } from '../runs/action-context.ts';

/**
 * Has a post read that was published by itself, where the owner's switch and limits allow it: what is found waits in its form.
 * Its key is of the post and its version, so that windows that both ask buy it once.
 */
export async function readPublished(
  { ports: { api } }: Pick<ActionContext, 'ports'>,
  { postId, version }: { postId: number; version: number },
): Promise<void> {
  try {
    if (!(await isReadByItself(api))) return;
    const { title, excerpt, content, category } = await api.call(getPostById, { params: { id: postId } });
    const body = { postId, document: '', title, excerpt, content, categoryId: category.id, isAutomatic: true };
    const headers = { 'idempotency-key': `reading-post-${postId}-${version}` };
    await api.call(askSecondReader, { body, headers });
  } catch {
    // It is off, or a limit is reached, or nobody answers: the post is published all the same.
  }
}

/** Whether the owner's switch lets a second reader read what nobody has pressed for. Throws what the call throws. */
export async function isReadByItself(api: ApiClient): Promise<boolean> {
  const { secondReader } = (await api.call(listAiProviders)).choices;
  return secondReader?.isOn === true && secondReader.isAutomatic;
}
