import type { SenderField } from '#shared/contract/letters/letter-settings.ts';
import type { Letter, LetterState } from '#shared/contract/letters/letters.ts';
import type { BadgeTone } from '#shared/ui/badge.tsx';
import { dateAndTime } from '../dates.ts';

const number = (count: number) => count.toLocaleString('en-US');
const counted = (count: number, one: string) => `${number(count)} ${count === 1 ? one : `${one}s`}`;

export const subscribers = (count: number) => counted(count, 'subscriber');

/** The name and the tone of each state of a letter. */
export const stateWords: Readonly<Record<LetterState, { word: string; tone: BadgeTone }>> = {
  waiting: { word: 'Waiting', tone: 'waiting' },
  preparing: { word: 'Preparing', tone: 'waiting' },
  sending: { word: 'Sending', tone: 'accent' },
  paused: { word: 'Paused', tone: 'danger' },
  done: { word: 'Sent', tone: 'good' },
  cancelled: { word: 'Cancelled', tone: 'plain' },
};

const kinds = { post: 'Post', posts: 'Several posts', digest: 'Weekly digest' } as const;

/** Returns "Post, by hand · 25 Nov 2026, 22:10": the kind of a letter, and when it began. */
export function letterFacts({ kind, byHand, startsAt, state, posts }: Letter): string {
  const [post] = posts;
  const what = kind === 'post' && post ? `Post “${post.title}”` : kinds[kind];
  const when = state === 'waiting' ? `begins on ${dateAndTime(startsAt)}` : dateAndTime(startsAt);
  return `${what}${byHand ? ', by hand' : ''} · ${when}`;
}

/** Returns "412 of 1,000 sent · 3 failed · 1 perhaps twice": the progress of a letter. */
export function progressText({ recipients, sent, failed, left, perhapsTwice, state }: Letter): string {
  if (state === 'waiting' || (recipients === 0 && state === 'preparing')) return 'Nobody has it yet.';
  if (recipients === 0) return 'It had no recipients.';
  const parts = [`${number(sent)} of ${number(recipients)} sent`];
  if (failed > 0) parts.push(`${number(failed)} failed`);
  if (left > 0) parts.push(`${number(left)} had unsubscribed`);
  if (perhapsTwice > 0) parts.push(`${number(perhapsTwice)} perhaps twice`);
  return parts.join(' · ');
}

const fieldWords: Readonly<Record<SenderField, string>> = {
  senderName: 'the sender’s name',
  replyTo: 'a reply address',
  postalAddress: 'a postal address',
};

/** Returns "the sender’s name and a postal address": what still has to be set. */
export function missingText(missing: readonly SenderField[]): string {
  return new Intl.ListFormat('en', { type: 'conjunction' }).format(missing.map((name) => fieldWords[name]));
}

/** Returns the question that is asked before a letter is sent. */
export function sendQuestion(subject: string, recipients: number): string {
  return `Send “${subject}” to ${subscribers(recipients)}?`;
}
