import type { Services } from '#server/services/index.ts';
import { createShareLink, endShareLink, listShareLinks, previewPost } from '#shared/contract/posts/unpublished.ts';
import type { Register } from '../register.ts';

/** The ways to see a post before it is live: the owner's preview, and links for others. */
export function addUnpublishedRoutes(register: Register, { shareLinks, postPreviews }: Services): void {
  register(previewPost, async ({ body }) => ({ path: await postPreviews.make(body) }));

  register(listShareLinks, ({ params }) => shareLinks.list(params.id));

  register(createShareLink, ({ params }) => shareLinks.create(params.id));

  register(endShareLink, async ({ params }) => {
    await shareLinks.end(params.id, params.linkId);
    return undefined;
  });
}
