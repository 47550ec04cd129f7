/**
 * What the Posts tab shows: the list, the calendar, a new post's form, or the form of a post. `draftId` names the draft
 * of this computer that a new post goes on with. The address says which.
 */
export type PostTarget = { kind: 'list' } | { kind: 'calendar' } | FormTarget;
export type FormTarget = { kind: 'new'; draftId?: string } | { kind: 'edit'; id: number };

interface Address {
  search: string;
  hash: string;
}

export const LIST_ADDRESS = '/admin';
export const CALENDAR_ADDRESS = '/admin#calendar';
/** With the list's address: the owner wants to search in it. */
export const FIND_STATE = { tab: 'posts', isFinding: true } as const;
export const NEW_POST_ADDRESS = '/admin#new';
export const editAddress = (id: number) => `/admin?edit=${id}`;
export const draftAddress = (draftId: string) => `/admin?draft=${encodeURIComponent(draftId)}#new`;

/** Reads `?edit=ID`, `#calendar`, `#new` and `?draft=ID#new`. What is no id shows the list. */
export function postTarget({ search, hash }: Address): PostTarget {
  const query = new URLSearchParams(search);
  const edit = query.get('edit') ?? '';
  if (/^[1-9]\d{0,14}$/.test(edit)) return { kind: 'edit', id: Number(edit) };
  if (hash === '#calendar') return { kind: 'calendar' };
  if (hash !== '#new') return { kind: 'list' };
  const draftId = query.get('draft') ?? '';
  return draftId.startsWith('draft:new-') ? { kind: 'new', draftId } : { kind: 'new' };
}

/** Whether a form is open at this address, not the list or the calendar. */
export function isPostAddress(address: Address): boolean {
  const { kind } = postTarget(address);
  return kind === 'new' || kind === 'edit';
}

export function isCalendarAddress(address: Address): boolean {
  return postTarget(address).kind === 'calendar';
}

/** Where a form is. */
export function addressOf(target: FormTarget): string {
  if (target.kind === 'edit') return editAddress(target.id);
  return target.draftId === undefined ? NEW_POST_ADDRESS : draftAddress(target.draftId);
}

/** A name for what a form is opened with: the same for the same post or draft. */
export function targetName(target: FormTarget): string {
  return target.kind === 'edit' ? `post ${target.id}` : `new ${target.draftId ?? ''}`;
}
