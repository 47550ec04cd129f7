/** What the Posts tab shows: the list, an empty form, or the form of a post. The address says which. */
export type PostTarget = { kind: 'list' } | { kind: 'new' } | { kind: 'edit'; id: number };

interface Address {
  search: string;
  hash: string;
}

export const LIST_ADDRESS = '/admin';
export const NEW_POST_ADDRESS = '/admin#new';
export const editAddress = (id: number) => `/admin?edit=${id}`;

/** Reads `?edit=ID` and `#new`. What is no id shows the list. */
export function postTarget({ search, hash }: Address): PostTarget {
  const edit = new URLSearchParams(search).get('edit') ?? '';
  if (/^[1-9]\d{0,14}$/.test(edit)) return { kind: 'edit', id: Number(edit) };
  return hash === '#new' ? { kind: 'new' } : { kind: 'list' };
}

export function isPostAddress(address: Address): boolean {
  return postTarget(address).kind !== 'list';
}
