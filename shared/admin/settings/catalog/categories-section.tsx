import { useState } from 'react';
import { type CategoryWithCount, deleteCategory } from '#shared/contract/categories.ts';
import { Dialog } from '#shared/ui/dialog.tsx';
import { useCategories } from '../../catalog/index.ts';
import { queryKeys } from '../../query-client.ts';
import { useAction } from '../../use-action.ts';
import { CatalogSection } from './catalog-section.tsx';
import { CategoryForm } from './category-form.tsx';
import type { Edited } from './edited.ts';
import { RemoveDialog } from './remove-dialog.tsx';

export function CategoriesSection() {
  const categories = useCategories();
  const [edited, setEdited] = useState<Edited<CategoryWithCount>>(null);
  const [removed, setRemoved] = useState<CategoryWithCount | null>(null);
  const remove = useAction({
    name: 'category_removed',
    run: ({ api }, { id, target }: { id: number; target: number | null }) =>
      api.call(deleteCategory, { params: { id }, query: target === null ? {} : { moveTo: target } }),
    refreshes: [queryKeys.categories, queryKeys.posts],
    success: (_nothing, { target }) => (target === null ? 'Category deleted' : 'Categories merged'),
    onSuccess: () => setRemoved(null),
  });
  return (
    <>
      <CatalogSection
        title="Categories"
        hint="Each post stands in one."
        noun="category"
        items={categories.data}
        note={({ postCount }) => (postCount === 1 ? '1 live post' : `${postCount} live posts`)}
        onCreate={() => setEdited('new')}
        onEdit={setEdited}
        onRemove={setRemoved}
      />
      <Dialog
        isOpen={edited !== null}
        onClose={() => setEdited(null)}
        title={edited === 'new' ? 'New category' : 'Edit category'}
      >
        {edited !== null && <CategoryForm category={edited === 'new' ? null : edited} onDone={() => setEdited(null)} />}
      </Dialog>
      <RemoveDialog
        noun="category"
        item={removed}
        items={categories.data ?? []}
        withoutTarget="A category with posts cannot be deleted without saying where they go."
        isPending={remove.isPending}
        onRemove={({ id }, target) => remove.mutate({ id, target })}
        onClose={() => setRemoved(null)}
      />
    </>
  );
}
