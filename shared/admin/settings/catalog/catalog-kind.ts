import type { QueryKey, UseQueryResult } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import type { AdminPorts } from '../../ports.ts';
import type { SettingsTitle } from '../../settings-sections.ts';

/** A category, a tag or an author. */
export interface CatalogItem {
  id: number;
  name: string;
}

export interface CatalogFormProps<Item extends CatalogItem> {
  /** The item to change; null for a new one. */
  item: Item | null;
  onDone: () => void;
}

/** One of the kinds by which posts are filed: its names, and what can be done with its items. */
export interface CatalogKind<Item extends CatalogItem> {
  /** The name of all items: "Tags". */
  title: SettingsTitle;
  hint: string;
  /** The name of one item, as in "New tag". */
  noun: string;
  /** The title of the dialog that changes an item. */
  editTitle: string;
  /** What happens to the posts of a deleted item when no other item takes its place. */
  withoutTarget: string;
  /** The note under an item's name. */
  note?: (item: Item) => string;
  queryKey: QueryKey;
  /** A hook that returns all items. */
  useItems: () => UseQueryResult<Item[]>;
  /** Deletes an item; `target` is the id of the item that gets its posts, null for none. */
  remove: (api: AdminPorts['api'], id: number, target: number | null) => Promise<unknown>;
  /** A further button in an item's row, which opens something of the item. */
  More?: ComponentType<{ item: Item }>;
  Form: ComponentType<CatalogFormProps<Item>>;
}
