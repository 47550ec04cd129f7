import { type Author, deleteAuthor } from '#shared/contract/authors.ts';
import { type CategoryWithCount, deleteCategory } from '#shared/contract/categories.ts';
import { deleteTag, type Tag, updateTag } from '#shared/contract/tags.ts';
import { useAuthors, useCategories, useTags } from '../../catalog/index.ts';
import { CodexButton } from '../../prompts/index.ts';
import { queryKeys } from '../../query-client.ts';
import { AuthorForm } from './author-form.tsx';
import type { CatalogKind } from './catalog-kind.ts';
import { CategoryForm } from './category-form.tsx';
import { TagForm } from './tag-form.tsx';

const moving = (target: number | null) => (target === null ? {} : { moveTo: target });

export const categories: CatalogKind<CategoryWithCount> = {
  title: 'Categories',
  hint: 'Each post stands in one.',
  noun: 'category',
  editTitle: 'Edit category',
  withoutTarget: 'A category with posts cannot be deleted without saying where they go.',
  note: ({ postCount }) => (postCount === 1 ? '1 live post' : `${postCount} live posts`),
  queryKey: queryKeys.categories,
  useItems: useCategories,
  remove: (api, id, target) => api.call(deleteCategory, { params: { id }, query: moving(target) }),
  More: CodexButton,
  Form: CategoryForm,
};

export const tags: CatalogKind<Tag> = {
  title: 'Tags',
  hint: 'Words that posts share.',
  noun: 'tag',
  editTitle: 'Rename tag',
  withoutTarget: 'The tag is taken off its posts.',
  queryKey: queryKeys.tags,
  useItems: useTags,
  remove: (api, id, target) =>
    target === null
      ? api.call(deleteTag, { params: { id } })
      : api.call(updateTag, { params: { id }, body: { mergeInto: target } }),
  Form: TagForm,
};

export const authors: CatalogKind<Author> = {
  title: 'Authors',
  hint: 'Whose names stand under the posts. The first is the default.',
  noun: 'author',
  editTitle: 'Edit author',
  withoutTarget: 'An author with posts cannot be deleted without saying whose they become.',
  queryKey: queryKeys.authors,
  useItems: useAuthors,
  remove: (api, id, target) => api.call(deleteAuthor, { params: { id }, query: moving(target) }),
  Form: AuthorForm,
};
