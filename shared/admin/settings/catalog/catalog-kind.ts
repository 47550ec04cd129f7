import type { QueryKey, UseQueryResult } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import type { AdminPorts } from '../../ports.ts';
import type { SettingsTitle } from '../../settings-address.ts';

/** A category, a tag or an author. */
export interface CatalogItem {
  id: number;
  name: string;
}

export interface CatalogFormProps<Item extends CatalogItem> {
  /** The row that is changed; null for a new one. */
  item: Item | null;
  onDone: () => void;
}

/** One kind of things posts are filed under: its names, and what can be done to it. */
export interface CatalogKind<Item extends CatalogItem> {
  /** All of them: "Tags". */
  title: SettingsTitle;
  hint: string;
  /** One of them, as in "New tag". */
  noun: string;
  /** Title of the dialog that changes one. */
  editTitle: string;
  /** What becomes of the posts of one that is deleted when nothing takes its place. */
  withoutTarget: string;
  /** What stands under a name. */
  note?: (item: Item) => string;
  queryKey: QueryKey;
  /** A hook: every one of them. */
  useItems: () => UseQueryResult<Item[]>;
  /** Deletes one; `target` is the id of what takes its posts, null for nothing. */
  remove: (api: AdminPorts['api'], id: number, target: number | null) => Promise<unknown>;
  /** What more can be opened of one, as a button in its row. */
  More?: ComponentType<{ item: Item }>;
  Form: ComponentType<CatalogFormProps<Item>>;
}
