import type { ErrorCode } from '#shared/kernel/errors.ts';
import { waitingPicturesIn } from '#shared/kernel/waiting-picture.ts';
import { dateAndTime } from '../dates.ts';
import type { SaveFault, WaitingSave } from '../editor/index.ts';
import { faultIn, overdueOf, type QueueItem } from './send-queue.ts';
import type { WaitingAction } from './waiting-actions.ts';

/** What is known in addition to the queue itself. */
export interface WaitingFacts {
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly isOnline: boolean;
  readonly isSignedIn: boolean;
  /** Whether something of the same post was asked for before and still waits too. */
  readonly isBehind: boolean;
  /** Whether the item refers to a picture that waits on this computer. */
  readonly hasPictures: boolean;
}

/** One waiting item, in words. `asks`: the owner has to decide. */
interface WaitingText {
  readonly what: string;
  readonly why: string;
  readonly asks: 'overdue' | 'refused' | null;
}

/** Returns the ids of the pictures in an item that had no server address yet when the item was asked for. */
export function picturesOf(item: QueueItem): string[] {
  const said = item.type === 'save' ? item.save.pending.request.values : item.action.action;
  return waitingPicturesIn(JSON.stringify(said));
}

/** Says what was asked for. */
export function askedFor(item: QueueItem): string {
  return item.type === 'save' ? saveText(item.save) : actionText(item.action, item.since);
}

/** Says what was asked for, and why it waits. */
export function describeItem(item: QueueItem, facts: WaitingFacts): WaitingText {
  const what = askedFor(item);
  const fault = faultIn(item);
  if (fault) return { what, why: faultText(fault, item.type), asks: 'refused' };
  const time = overdueOf(item, facts.now);
  if (time)
    return {
      what,
      why: `Its time, ${dateAndTime(time)}, passed while it waited. It is not sent before you say so.`,
      asks: 'overdue',
    };
  return { what, why: waitText(facts), asks: null };
}

function waitText({ isOnline, isSignedIn, isBehind, hasPictures }: WaitingFacts): string {
  if (!isOnline) return 'No connection to the server: sent when it is back.';
  if (!isSignedIn) return 'Nobody is signed in: sent after the next sign-in.';
  if (isBehind) return 'What you asked for before it goes first.';
  if (hasPictures) return 'Its pictures go first.';
  return 'The server is busy, or its form is open: tried again by itself.';
}

function saveText({ pending: { request }, since }: WaitingSave): string {
  const { intent, base, values } = request;
  const isLive = base?.published === true;
  if (intent === 'draft') return isLive ? 'Take offline, as a draft' : 'Save as a draft';
  if (!values.published) return isLive ? 'Take offline' : 'Save';
  if (values.publishedAt !== null && Date.parse(values.publishedAt) > since) {
    return `Go live on ${dateAndTime(values.publishedAt)}`;
  }
  return isLive ? 'Update the live post' : 'Publish';
}

function actionText({ action }: WaitingAction, since: number): string {
  switch (action.type) {
    case 'change': {
      const { published, publishedAt } = action.fields;
      if (publishedAt && published !== false) {
        if (Date.parse(publishedAt) > since) return `Go live on ${dateAndTime(publishedAt)}`;
        if (action.before.published) return `Change the date to ${dateAndTime(publishedAt)}`;
      }
      return published === false ? 'Take offline' : 'Publish';
    }
    case 'keep-pending':
      return action.dueAt === null
        ? 'Keep a change beside the live post'
        : `Keep a change that goes live on ${dateAndTime(action.dueAt)}`;
    case 'publish-pending':
      return 'Publish the pending change';
    case 'discard-pending':
      return 'Discard the pending change';
  }
}

const TOO_LARGE: readonly (ErrorCode | undefined)[] = ['payload_too_large', 'content_too_complex'];

function faultText({ code, message, issues }: SaveFault, type: QueueItem['type']): string {
  const words = issues[0]?.message ?? message;
  // An action has no words of its own that could be merged, or saved as a new post.
  if (type === 'action' && code === 'post_conflict')
    return 'It was changed elsewhere since. Look at it, then try again or take this back.';
  if (type === 'action' && code === 'post_not_found')
    return 'The post was deleted elsewhere. Take this back, or try again once the post is out of the bin.';
  if (code === 'post_conflict') return 'It was changed elsewhere in the same places. Open it to bring both together.';
  if (code === 'post_not_found') return 'The post was deleted elsewhere. Open it to save it as a new one.';
  if (TOO_LARGE.includes(code)) return `Too large to be sent: ${words}`;
  return `Refused by the server: ${words}`;
}
