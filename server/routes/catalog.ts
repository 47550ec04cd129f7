import type { Services } from '#server/services/index.ts';
import { createAuthor, deleteAuthor, updateAuthor } from '#shared/contract/authors.ts';
import { createCategory, deleteCategory, updateCategory } from '#shared/contract/categories.ts';
import { listCodices } from '#shared/contract/codices.ts';
import { createTag, deleteTag, updateTag } from '#shared/contract/tags.ts';
import type { Register } from './register.ts';

/** The owner's calls for categories, tags and authors. */
export function addCatalogRoutes(register: Register, { categories, codices, tags, authors }: Services): void {
  register(createCategory, ({ body }) => categories.create(body));
  register(updateCategory, ({ params, body }) => categories.update(params.id, body));
  register(deleteCategory, async ({ params, query }) => {
    await categories.remove(params.id, query.moveTo);
    return undefined;
  });

  register(listCodices, () => codices.list());

  register(createTag, ({ body }) => tags.create(body.name));
  register(updateTag, ({ params, body }) => tags.update(params.id, body));
  register(deleteTag, async ({ params }) => {
    await tags.remove(params.id);
    return undefined;
  });

  register(createAuthor, ({ body }) => authors.create(body));
  register(updateAuthor, ({ params, body }) => authors.update(params.id, body));
  register(deleteAuthor, async ({ params, query }) => {
    await authors.remove(params.id, query.moveTo);
    return undefined;
  });
}
