import type { ApiClient } from '#shared/api-client/client.ts';
import { listPosts } from '#shared/contract/posts/posts.ts';
import {
  type DraftOrigin,
  type GeneratedDocument,
  provenanceOfDraft,
  readDraft,
  readOrigin,
} from '#shared/runs/draft-document.ts';
import { AUTO_PUBLISH_CATEGORY } from '#shared/workflow/drafts/category-guess.ts';
import type { GeneratedDraft } from '#shared/workflow/drafts/draft-shape.ts';
import { discardedAt, giveValues, newDraftId } from '#shared/workspace/post-draft.ts';
import type { PostValues } from '#shared/workspace/post-values.ts';
import type { OpenDocuments } from '../../documents/open-documents.ts';
import type { DraftStore } from './draft-store.ts';

/** A draft as the post form begins with it: published, featured, in the run's category or 2. */
function formValues(draft: GeneratedDraft, origin: DraftOrigin): Partial<PostValues> {
  const { productApp, productAppUrl, categoryId } = origin;
  return {
    title: draft.title,
    slug: draft.slug,
    excerpt: draft.excerpt,
    content: draft.content,
    provenance: provenanceOfDraft(draft, origin),
    featuredImage: draft.featuredImage ?? '',
    categoryId: categoryId ?? AUTO_PUBLISH_CATEGORY,
    published: true,
    featured: true,
    readTime: draft.readTime,
    tags: [...draft.tags],
    productApp,
    productAppUrl,
  };
}

/**
 * The post form's draft of a generated one, by its document's id: the one that was opened before and not saved, with
 * what was typed into it, else a new one, which begins with `given` where that says more than the generated one.
 * Throws NotKeptError.
 */
export async function formDraftOf(
  { documents, drafts, unique }: { documents: OpenDocuments; drafts: DraftStore; unique(): string },
  document: GeneratedDocument,
  given: Partial<PostValues> = {},
): Promise<string | null> {
  const draft = readDraft(document);
  if (draft === null) return null;
  const before = document.field('formDraft');
  if (typeof before === 'string' && (await isLiving(documents, before))) return before;
  const id = newDraftId(unique());
  const form = await documents.open('draft', id);
  giveValues(form, { ...formValues(draft, readOrigin(document)), ...given });
  await documents.keep(form);
  await drafts.change(draft.id, (changed) => changed.setField('formDraft', id));
  return id;
}

/** Whether a form's draft is there still, and not in the bin. */
async function isLiving(documents: OpenDocuments, id: string): Promise<boolean> {
  if (!(await documents.list('draft')).includes(id)) return false;
  const document = await documents.open('draft', id);
  // A form that was open on the draft meanwhile has written to the store by itself.
  await documents.refresh(document);
  return discardedAt(document) === null;
}

const MOST_TRIES = 30;

/** The slug itself where it is free, else the first of `-2`, `-3` … that is. Without an answer, the slug. */
export async function freeSlug(api: ApiClient, slug: string): Promise<string> {
  for (let number = 1; number <= MOST_TRIES; number += 1) {
    const candidate = number === 1 ? slug : `${slug}-${number}`;
    try {
      // A list that is empty, since browsers put every 404 into their console as an error.
      const { total } = await api.list(listPosts, { query: { slug: candidate, limit: 1 } });
      if (total === 0) return candidate;
    } catch {
      return slug;
    }
  }
  return slug;
}
