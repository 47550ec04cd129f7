import type { PublicationLetter } from '#shared/contract/letters/letters.ts';

const number = (count: number) => count.toLocaleString('en-US');

/**
 * Returns the end of the sentence on what Create Post and Update Post will do, when the post is also sent as a letter.
 */
export function letterText({ willBeSent, recipients, waitMinutes }: PublicationLetter): string {
  if (!willBeSent) return '';
  const wait = waitMinutes === 0 ? '' : ` ${waitMinutes === 1 ? 'a minute' : `${number(waitMinutes)} minutes`} later`;
  return `, and is sent to ${number(recipients)} ${recipients === 1 ? 'subscriber' : 'subscribers'}${wait}`;
}
