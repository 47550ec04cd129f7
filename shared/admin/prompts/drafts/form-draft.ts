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

/** Returns the values with which the post form begins for a draft: published, featured, in the run's category or 2. */
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
 * Returns the id of the post form's document for a generated draft. If such a document was opened before and not saved,
 * it is used again, with the text typed into it. Otherwise a new one is made, in which the values of `given` replace
 * those of the generated draft. Throws NotKeptError.
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

/** Whether a form's document still exists and is not in the bin. */
async function isLiving(documents: OpenDocuments, id: string): Promise<boolean> {
  if (!(await documents.list('draft')).includes(id)) return false;
  const document = await documents.open('draft', id);
  // A form that was open on the document in the meantime has written to the store on its own.
  await documents.refresh(document);
  return discardedAt(document) === null;
}

const MOST_TRIES = 30;

/**
 * Returns the slug itself when it is free, otherwise the first free one of `-2`, `-3` …. Without an answer of the
 * server, returns the slug.
 */
export async function freeSlug(api: ApiClient, slug: string): Promise<string> {
  for (let number = 1; number <= MOST_TRIES; number += 1) {
    const candidate = number === 1 ? slug : `${slug}-${number}`;
    try {
      // A list, which may be empty, is requested because browsers log every 404 in their console as an error.
      const { total } = await api.list(listPosts, { query: { slug: candidate, limit: 1 } });
      if (total === 0) return candidate;
    } catch {
      return slug;
    }
  }
  return slug;
}
