import { format, isSameDay } from 'date-fns';
import type { DocumentStatus } from '#shared/contract/workspace.ts';
import { waitingPicturesIn } from '#shared/kernel/waiting-picture.ts';
import type { SessionState } from '../../../editor/index.ts';

/** "14:05", with the date if it is not today. Both arguments are in milliseconds since 1970. */
export function clockTime(at: number, now: number): string {
  return format(at, isSameDay(at, now) ? 'HH:mm' : 'd MMM yyyy, HH:mm');
}

type Facts = Pick<SessionState, 'save' | 'journal' | 'isUnsaved' | 'isOthers'>;

/** Returns the form's state on the server, in words. */
export function saveText({ save, isUnsaved, isOthers }: Facts): string {
  switch (save.kind) {
    case 'saved':
    case 'editing':
      if (isUnsaved) return isOthers ? 'Unsaved changes from another device' : 'Unsaved changes';
      return save.base === null ? 'Nothing to save yet' : 'Saved';
    case 'saving':
      return 'Saving…';
    case 'offline':
      if (save.isBusy) return 'The server is busy: sent when it has time';
      return waitingPicturesIn(JSON.stringify(save.request.values)).length > 0
        ? 'Waiting: sent with its pictures when the network is back'
        : 'Offline: sent when the network is back';
    case 'signed-out':
      return 'Not saved: please sign in';
    case 'conflict':
      return 'Not saved: changed elsewhere';
    case 'gone':
      return save.isReplaced ? 'Not saved: another post is in its place' : 'Not saved: deleted elsewhere';
    case 'locked':
      return 'Open elsewhere on this computer';
  }
}

/** The place of the draft, as far as the exchange of the workspace has come. */
export type KeptWhere = 'here' | 'waiting' | 'on-the-server';

/**
 * Returns where the words are that the server's post does not have; null when there are none. `lastKept`: the last time
 * at which this computer stored everything, in milliseconds since 1970. The text stays while the owner types, so that
 * the line does not move.
 */
export function keptText(
  { save, journal, isUnsaved, isOthers }: Facts,
  lastKept: number | null,
  now: number,
  where: KeptWhere = 'here',
): string | null {
  if (!isUnsaved || save.kind === 'locked') return null;
  if (journal.kind === 'not-kept') return 'Not kept on this computer';
  // Words from another device were stored before they were shown, not by a write of this form.
  if (isOthers && journal.kind === 'kept') return keptAt[where]('');
  if (lastKept === null) return 'not yet kept on this computer';
  return keptAt[where](` ${clockTime(lastKept, now)}`);
}

/** `at`: a space and the time, or nothing. Synced words are on this computer too. */
const keptAt: Record<KeptWhere, (at: string) => string> = {
  here: (at) => `kept on this computer${at}`,
  waiting: (at) => `kept on this computer${at}, not synced yet`,
  'on-the-server': (at) => `synced${at}`,
};

/**
 * Returns the place of the draft; `status` is the draft's. While the exchange works, a change on its way keeps the
 * former place.
 */
export function keptWhere(
  status: DocumentStatus,
  { isOnline, isSignedIn }: { isOnline: boolean; isSignedIn: boolean },
  last: KeptWhere,
): KeptWhere {
  if (status === 'on-the-server') return 'on-the-server';
  if (status !== 'waiting') return 'here';
  return isOnline && isSignedIn ? last : 'waiting';
}
