/**
 * The content of the Posts tab: the list, the calendar, the form of a new post, or the form of a post. `draftId` is the
 * id of this computer's draft that a new post continues. The content follows from the address.
 */
export type PostTarget = { kind: 'list' } | { kind: 'calendar' } | FormTarget;
export type FormTarget = { kind: 'new'; draftId?: string } | { kind: 'edit'; id: number };

interface Address {
  search: string;
  hash: string;
}

export const LIST_ADDRESS = '/admin';
export const CALENDAR_ADDRESS = '/admin#calendar';
/** State for the list's address: the owner wants to search in the list. */
export const FIND_STATE = { tab: 'posts', isFinding: true } as const;
export const NEW_POST_ADDRESS = '/admin#new';
export const editAddress = (id: number) => `/admin?edit=${id}`;
export const draftAddress = (draftId: string) => `/admin?draft=${encodeURIComponent(draftId)}#new`;

/** Reads `?edit=ID`, `#calendar`, `#new` and `?draft=ID#new`. An invalid id shows the list. */
export function postTarget({ search, hash }: Address): PostTarget {
  const query = new URLSearchParams(search);
  const edit = query.get('edit') ?? '';
  if (/^[1-9]\d{0,14}$/.test(edit)) return { kind: 'edit', id: Number(edit) };
  if (hash === '#calendar') return { kind: 'calendar' };
  if (hash !== '#new') return { kind: 'list' };
  const draftId = query.get('draft') ?? '';
  return draftId.startsWith('draft:new-') ? { kind: 'new', draftId } : { kind: 'new' };
}

/** Whether a form, and not the list or the calendar, is open at this address. */
export function isPostAddress(address: Address): boolean {
  const { kind } = postTarget(address);
  return kind === 'new' || kind === 'edit';
}

export function isCalendarAddress(address: Address): boolean {
  return postTarget(address).kind === 'calendar';
}

/** Returns the address of a form. */
export function addressOf(target: FormTarget): string {
  if (target.kind === 'edit') return editAddress(target.id);
  return target.draftId === undefined ? NEW_POST_ADDRESS : draftAddress(target.draftId);
}

/** Returns a name for the target of a form: the same for the same post or draft. */
export function targetName(target: FormTarget): string {
  return target.kind === 'edit' ? `post ${target.id}` : `new ${target.draftId ?? ''}`;
}
