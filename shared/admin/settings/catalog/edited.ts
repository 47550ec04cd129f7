/** What a dialog edits: a row, a new one, or nothing while it is closed. */
export type Edited<Item> = Item | 'new' | null;
