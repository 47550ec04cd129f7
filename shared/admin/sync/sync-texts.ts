import { format, isSameDay } from 'date-fns';
import type { DocumentKind, ExchangeState } from '#shared/contract/workspace.ts';
import type { HeldDeletions } from '#shared/workspace/exchange/held-deletions.ts';
import { statusTexts } from '#shared/workspace/status.ts';

/** The states of the badge: each has an icon and a tone. */
export type SyncSign = 'on-the-server' | 'waiting' | 'on-this-computer' | 'offline' | 'attention';

/** The state of the workspace's exchange with the server: in few words for the badge, in a sentence for its window. */
export interface SyncText {
  readonly sign: SyncSign;
  readonly label: string;
  readonly sentence: string;
}

/** Returns the text for a state; the worst condition comes first. */
export function syncText(state: ExchangeState): SyncText {
  const { status, isOnline, isSignedIn, unsent, refused, tooLarge, question, deletions } = state;
  if (status === 'not-kept') {
    const sentence = 'This computer does not keep what you write: only what you save is safe.';
    return { sign: 'attention', label: 'Not kept here', sentence };
  }
  if (question) {
    const sentence = 'This server is another site than the one this computer knows. Nothing is sent before you decide.';
    return { sign: 'attention', label: 'Another site', sentence };
  }
  if (deletions) {
    const sentence = 'Most of a list was deleted elsewhere. Nothing of it is deleted here before you decide.';
    return { sign: 'attention', label: 'Deletions wait', sentence };
  }
  if (!isSignedIn) {
    const sentence = 'What you write is kept on this computer, and is sent when you have signed in again.';
    return { sign: 'attention', label: 'Signed out', sentence };
  }
  if (!isOnline) {
    const sentence = 'The server cannot be reached. What you write is kept on this computer, and sent when it can be.';
    return { sign: 'offline', label: 'Offline', sentence };
  }
  if (tooLarge.length > 0) {
    const which = tooLarge.length === 1 ? 'One draft is' : `${tooLarge.length.toLocaleString('en-US')} drafts are`;
    const sentence = `${which} too large for the server and kept on this computer only. Everything else is exchanged.`;
    return { sign: 'attention', label: 'Not all is sent', sentence };
  }
  if (refused > 0) {
    const sentence = `The server refuses ${changes(refused)}, which stay on this computer. Everything else is exchanged.`;
    return { sign: 'attention', label: 'Not all is sent', sentence };
  }
  if (status === 'on-the-server') {
    return { sign: status, label: statusTexts[status], sentence: 'All that you wrote here is on the server as well.' };
  }
  if (status === 'on-this-computer') {
    const sentence = 'What you write is kept on this computer, and is not exchanged with the server yet.';
    return { sign: status, label: statusTexts[status], sentence };
  }
  const sentence = `Kept on this computer, and on its way to the server: ${changes(unsent)}.`;
  return { sign: 'waiting', label: statusTexts.waiting, sentence };
}

/** Returns "1 change", "1,204 changes". */
export function changes(count: number): string {
  return count === 1 ? '1 change' : `${count.toLocaleString('en-US')} changes`;
}

const kindNames: Record<DocumentKind, string> = {
  draft: 'drafts and working copies',
  prompt: 'prompts',
  run: 'runs',
  preferences: 'settings of the prompts',
  codex: 'codices',
};

/** Returns "12 of 14 drafts and working copies, 3 of 3 prompts". */
export function deletionsText({ kinds }: HeldDeletions): string {
  return kinds.map(({ kind, deleted, of }) => `${deleted} of ${of} ${kindNames[kind]}`).join(', ');
}

/** Returns "14:05:09", with the day unless it is today; "Not yet" for null. Times are in milliseconds since 1970. */
export function syncedText(at: number | null, now: number): string {
  if (at === null) return 'Not yet';
  return format(at, isSameDay(at, now) ? 'HH:mm:ss' : 'd MMM yyyy, HH:mm');
}

/** Says what was sent again to a server that was restored from an older copy. */
export function pushedAgainText(documents: number): string {
  const which = documents === 1 ? '1 document' : `${documents.toLocaleString('en-US')} documents`;
  return `The server was put back from an older copy. What it lacked of ${which} was sent to it again.`;
}
