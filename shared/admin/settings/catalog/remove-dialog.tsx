import { useState } from 'react';
import { Button } from '#shared/ui/button.tsx';
import { Dialog } from '#shared/ui/dialog.tsx';
import { Field } from '#shared/ui/field.tsx';
import { Select } from '#shared/ui/text-input.tsx';
import type { CatalogItem } from './catalog-kind.ts';

interface RemoveDialogProps {
  noun: string;
  /** The item to delete; null while there is none. */
  item: CatalogItem | null;
  items: readonly CatalogItem[];
  /** What happens to the item's posts when no other item takes its place. */
  withoutTarget: string;
  isPending: boolean;
  /** `target` is the id of the item that gets the posts; null for none. */
  onRemove: (item: CatalogItem, target: number | null) => void;
  onClose: () => void;
}

/**
 * Deletes an item by which posts are filed, after saying where its posts go. Moving them to another item is a merge.
 */
export function RemoveDialog({ item, onClose, ...rest }: RemoveDialogProps) {
  return (
    <Dialog isOpen={item !== null} onClose={onClose} title={item ? `Merge or delete "${item.name}"` : ''}>
      {item && <RemoveForm key={item.id} item={item} {...rest} />}
    </Dialog>
  );
}

function RemoveForm(props: Omit<RemoveDialogProps, 'item' | 'onClose'> & { item: CatalogItem }) {
  const { noun, item, items, withoutTarget, isPending, onRemove } = props;
  const [target, setTarget] = useState<number | null>(null);
  return (
    <div className="grid gap-5">
      <Field
        label="Its posts go to"
        hint={
          target === null
            ? withoutTarget
            : `The ${noun} goes, and its address leads to the other. History brings it back for 30 days.`
        }
      >
        {(control) => (
          <Select
            {...control}
            value={target ?? ''}
            onChange={(event) => setTarget(event.target.value === '' ? null : Number(event.target.value))}
          >
            <option value="">No other {noun}</option>
            {items
              .filter(({ id }) => id !== item.id)
              .map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
          </Select>
        )}
      </Field>
      <Button variant="danger" className="justify-self-end" disabled={isPending} onClick={() => onRemove(item, target)}>
        {target === null ? `Delete ${noun}` : `Merge ${noun}`}
      </Button>
    </div>
  );
}
