import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { createTag, deleteTag, type Tag, tagFields, updateTag } from '#shared/contract/tags.ts';
import { Button } from '#shared/ui/button.tsx';
import { Dialog } from '#shared/ui/dialog.tsx';
import { Field } from '#shared/ui/field.tsx';
import { TextInput } from '#shared/ui/text-input.tsx';
import { useTags } from '../../catalog/index.ts';
import { queryKeys } from '../../query-client.ts';
import { useAction } from '../../use-action.ts';
import { CatalogSection } from './catalog-section.tsx';
import type { Edited } from './edited.ts';
import { RemoveDialog } from './remove-dialog.tsx';

const refreshes = [queryKeys.tags, queryKeys.posts];

export function TagsSection() {
  const tags = useTags();
  const [edited, setEdited] = useState<Edited<Tag>>(null);
  const [removed, setRemoved] = useState<Tag | null>(null);
  const remove = useAction({
    name: 'tag_removed',
    async run({ api }, { id, target }: { id: number; target: number | null }) {
      if (target === null) await api.call(deleteTag, { params: { id } });
      else await api.call(updateTag, { params: { id }, body: { mergeInto: target } });
    },
    refreshes,
    success: (_nothing, { target }) => (target === null ? 'Tag deleted' : 'Tags merged'),
    onSuccess: () => setRemoved(null),
  });
  return (
    <>
      <CatalogSection
        title="Tags"
        hint="Words that posts share."
        noun="tag"
        items={tags.data}
        onCreate={() => setEdited('new')}
        onEdit={setEdited}
        onRemove={setRemoved}
      />
      <Dialog
        isOpen={edited !== null}
        onClose={() => setEdited(null)}
        title={edited === 'new' ? 'New tag' : 'Rename tag'}
      >
        {edited !== null && <TagForm tag={edited === 'new' ? null : edited} onDone={() => setEdited(null)} />}
      </Dialog>
      <RemoveDialog
        noun="tag"
        item={removed}
        items={tags.data ?? []}
        withoutTarget="The tag is taken off its posts."
        isPending={remove.isPending}
        onRemove={({ id }, target) => remove.mutate({ id, target })}
        onClose={() => setRemoved(null)}
      />
    </>
  );
}

function TagForm({ tag, onDone }: { tag: Tag | null; onDone: () => void }) {
  const form = useForm({ resolver: zodResolver(tagFields), defaultValues: { name: tag?.name ?? '' } });
  const save = useAction({
    name: tag ? 'tag_renamed' : 'tag_created',
    run: ({ api }, body: { name: string }) =>
      tag ? api.call(updateTag, { params: { id: tag.id }, body }) : api.call(createTag, { body }),
    refreshes,
    success: tag ? 'Tag renamed' : 'Tag created',
    onSuccess: onDone,
  });
  return (
    <form noValidate className="grid gap-4" onSubmit={form.handleSubmit((values) => save.mutate(values))}>
      <Field label="Name" error={form.formState.errors.name?.message}>
        {(control) => <TextInput {...control} {...form.register('name')} />}
      </Field>
      <Button type="submit" variant="primary" className="justify-self-end" disabled={save.isPending}>
        Save
      </Button>
    </form>
  );
}
