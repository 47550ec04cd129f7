import { useState } from 'react';
import { type Author, deleteAuthor } from '#shared/contract/authors.ts';
import { Dialog } from '#shared/ui/dialog.tsx';
import { useAuthors } from '../../catalog/index.ts';
import { queryKeys } from '../../query-client.ts';
import { useAction } from '../../use-action.ts';
import { AuthorForm } from './author-form.tsx';
import { CatalogSection } from './catalog-section.tsx';
import type { Edited } from './edited.ts';
import { RemoveDialog } from './remove-dialog.tsx';

export function AuthorsSection() {
  const authors = useAuthors();
  const [edited, setEdited] = useState<Edited<Author>>(null);
  const [removed, setRemoved] = useState<Author | null>(null);
  const remove = useAction({
    name: 'author_removed',
    run: ({ api }, { id, target }: { id: number; target: number | null }) =>
      api.call(deleteAuthor, { params: { id }, query: target === null ? {} : { moveTo: target } }),
    refreshes: [queryKeys.authors, queryKeys.posts],
    success: (_nothing, { target }) => (target === null ? 'Author deleted' : 'Authors merged'),
    onSuccess: () => setRemoved(null),
  });
  return (
    <>
      <CatalogSection
        title="Authors"
        hint="Whose names stand under the posts. The first is the default."
        noun="author"
        items={authors.data}
        onCreate={() => setEdited('new')}
        onEdit={setEdited}
        onRemove={setRemoved}
      />
      <Dialog
        isOpen={edited !== null}
        onClose={() => setEdited(null)}
        title={edited === 'new' ? 'New author' : 'Edit author'}
      >
        {edited !== null && <AuthorForm author={edited === 'new' ? null : edited} onDone={() => setEdited(null)} />}
      </Dialog>
      <RemoveDialog
        noun="author"
        item={removed}
        items={authors.data ?? []}
        withoutTarget="An author with posts cannot be deleted without saying whose they become."
        isPending={remove.isPending}
        onRemove={({ id }, target) => remove.mutate({ id, target })}
        onClose={() => setRemoved(null)}
      />
    </>
  );
}
