import { Pencil, Plus, Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { IconButton } from '#shared/ui/button.tsx';
import { Skeleton } from '#shared/ui/skeleton.tsx';
import { TextInput } from '#shared/ui/text-input.tsx';
import { OfferingButton } from '../../offer-commands.tsx';
import { SettingsSection } from '../settings-section.tsx';
import type { CatalogItem, CatalogKind } from './catalog-kind.ts';

interface CatalogListProps<Item extends CatalogItem> {
  kind: CatalogKind<Item>;
  /** Undefined while the items are loading. */
  items: readonly Item[] | undefined;
  /** Shown if the items could not be loaded. */
  failure: ReactNode;
  onCreate: () => void;
  onEdit: (item: Item) => void;
  onRemove: (item: Item) => void;
}

/** The number of items from which a list has a search field. */
const MANY = 12;
const MAX_SHOWN = 200;

/** The list of the items by which posts are filed; each can be changed, merged or deleted. */
export function CatalogList<Item extends CatalogItem>(props: CatalogListProps<Item>) {
  const { kind, items, failure, onCreate, onEdit, onRemove } = props;
  const { title, hint, noun, note, More } = kind;
  const [search, setSearch] = useState('');
  const wanted = search.trim().toLowerCase();
  const found = items?.filter(({ name }) => name.toLowerCase().includes(wanted)) ?? [];
  const create = (
    <OfferingButton command={`New ${noun}`} words={['add', 'create']} size="sm" onClick={onCreate}>
      <Plus aria-hidden />
      New {noun}
    </OfferingButton>
  );
  return (
    <SettingsSection title={title} hint={hint} action={create}>
      {failure}
      {!items && !failure && <Skeleton className="h-32" />}
      {items && items.length > MANY && (
        <TextInput
          type="search"
          aria-label={`Find a ${noun}`}
          placeholder={`Find a ${noun}`}
          className="mb-2"
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
      )}
      {items?.length === 0 && <p className="text-muted">There is none yet.</p>}
      {/* The list ends in the middle of a row, which shows that there are more. */}
      <ul className="max-h-[23.25rem] divide-y divide-line overflow-y-auto pointer-coarse:max-h-[24.75rem]">
        {found.slice(0, MAX_SHOWN).map((item) => (
          <li key={item.id} className="flex items-center justify-between gap-3 py-1">
            <span className="min-w-0">
              <span className="block truncate font-medium">{item.name}</span>
              {note && <span className="block text-xs text-muted">{note(item)}</span>}
            </span>
            <span className="flex shrink-0">
              {More && <More item={item} />}
              <IconButton label={`Edit ${item.name}`} onClick={() => onEdit(item)}>
                <Pencil aria-hidden />
              </IconButton>
              <IconButton label={`Merge or delete ${item.name}`} onClick={() => onRemove(item)}>
                <Trash2 aria-hidden />
              </IconButton>
            </span>
          </li>
        ))}
      </ul>
      {found.length > MAX_SHOWN && (
        <p className="mt-2 text-sm text-muted">{found.length - MAX_SHOWN} more. Type to find them.</p>
      )}
    </SettingsSection>
  );
}
