import type { ApiClient } from '#shared/api-client/client.ts';
import { listAiProviders } from '#shared/contract/ai-providers.ts';
import { getPostById } from '#shared/contract/posts/posts.ts';
import { askSecondReader } from '#shared/contract/second-readings.ts';
import type { ActionContext } from '../runs/action-context.ts';

/**
 * Has an automatically published post read by a second reader, if the owner's switch and limits allow it; the findings
 * wait in the post's form. The key is made from the post and its version, so that the reading is bought once, even if
 * two windows ask for it.
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
    // The reader is off, a limit is reached, or nobody answers: the post stays published.
  }
}

/**
 * Whether the owner's switch allows a second reader to read without a press of the owner. Throws the errors of the
 * call.
 */
export async function isReadByItself(api: ApiClient): Promise<boolean> {
  const { secondReader } = (await api.call(listAiProviders)).choices;
  return secondReader?.isOn === true && secondReader.isAutomatic;
}
