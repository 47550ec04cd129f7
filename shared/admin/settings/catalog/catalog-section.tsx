import { useState } from 'react';
import { Dialog } from '#shared/ui/dialog.tsx';
import { LoadFailed } from '../../load-failed.tsx';
import { queryKeys } from '../../query-client.ts';
import { useAction } from '../../use-action.ts';
import type { CatalogItem, CatalogKind } from './catalog-kind.ts';
import { CatalogList } from './catalog-list.tsx';
import { RemoveDialog } from './remove-dialog.tsx';

/** The section for all items of one kind by which posts are filed: to create, change, merge and delete them. */
export function CatalogSection<Item extends CatalogItem>({ kind }: { kind: CatalogKind<Item> }) {
  const { noun, title, editTitle, withoutTarget, queryKey, useItems, Form } = kind;
  const items = useItems();
  const [edited, setEdited] = useState<Item | 'new' | null>(null);
  const [removed, setRemoved] = useState<Item | null>(null);
  const remove = useAction({
    name: `${noun}_removed`,
    run: ({ api }, { id, target }: { id: number; target: number | null }) => kind.remove(api, id, target),
    refreshes: [queryKey, queryKeys.posts],
    success: (_nothing, { target }) => (target === null ? `${capitalized(noun)} deleted` : `${title} merged`),
    onSuccess: () => setRemoved(null),
  });
  return (
    <>
      <CatalogList
        kind={kind}
        items={items.data}
        failure={items.isError && <LoadFailed error={items.error} onTryAgain={() => items.refetch()} />}
        onCreate={() => setEdited('new')}
        onEdit={setEdited}
        onRemove={setRemoved}
      />
      <Dialog
        isOpen={edited !== null}
        onClose={() => setEdited(null)}
        title={edited === 'new' ? `New ${noun}` : editTitle}
      >
        {edited !== null && <Form item={edited === 'new' ? null : edited} onDone={() => setEdited(null)} />}
      </Dialog>
      <RemoveDialog
        noun={noun}
        item={removed}
        items={items.data ?? []}
        withoutTarget={withoutTarget}
        isPending={remove.isPending}
        onRemove={({ id }, target) => remove.mutate({ id, target })}
        onClose={() => setRemoved(null)}
      />
    </>
  );
}

function capitalized(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
