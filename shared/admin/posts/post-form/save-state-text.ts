import { format, isSameDay } from 'date-fns';
import type { SessionState } from '../../editor/index.ts';

/** "14:05", with the day where it is not today. Both in milliseconds since 1970. */
export function clockTime(at: number, now: number): string {
  return format(at, isSameDay(at, now) ? 'HH:mm' : 'd MMM yyyy, HH:mm');
}

type Facts = Pick<SessionState, 'save' | 'journal' | 'isUnsaved'>;

/** How the form stands with the server. */
export function saveText({ save, isUnsaved }: Facts): string {
  switch (save.kind) {
    case 'saved':
    case 'editing':
      if (isUnsaved) return 'Unsaved changes';
      return save.base === null ? 'Nothing to save yet' : 'Saved';
    case 'saving':
      return 'Saving…';
    case 'offline':
      return 'Offline: sent when the network is back';
    case 'signed-out':
      return 'Not saved: please sign in';
    case 'conflict':
      return 'Not saved: changed elsewhere';
    case 'gone':
      return 'Not saved: deleted elsewhere';
    case 'elsewhere':
      return 'Open in another tab';
  }
}

/**
 * Where the words are that the server does not have; null where there are none. `lastKept`: when this computer last
 * wrote everything down, in milliseconds since 1970. While typing goes on it stays said, so that the line stands still.
 */
export function keptText({ save, journal, isUnsaved }: Facts, lastKept: number | null, now: number): string | null {
  if (!isUnsaved || save.kind === 'elsewhere') return null;
  if (journal.kind === 'not-kept') return 'Not kept on this computer';
  return lastKept === null ? 'not yet kept on this computer' : `kept on this computer ${clockTime(lastKept, now)}`;
}
