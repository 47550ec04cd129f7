import type { Subscriber } from '#shared/contract/letters/subscribers.ts';
import { topicText } from '#shared/kernel/topic-text.ts';

const HEAD = ['email', 'name', 'state', 'follows', 'since', 'ended', 'source'];

/** Subscribers as a table (RFC 4180), with the line of its heads. */
export function subscribersCsv(subscribers: readonly Subscriber[]): string {
  const rows = subscribers.map((one) => [
    one.email,
    one.name ?? '',
    one.state,
    one.topics.map((topic) => (topic.kind === 'site' ? topicText(topic) : `${topic.kind}: ${topic.name}`)).join('; '),
    one.createdAt,
    one.endedAt ?? '',
    one.source,
  ]);
  return [HEAD, ...rows].map((row) => `${row.map(cell).join(',')}\r\n`).join('');
}

/** A spreadsheet takes a cell that begins with one of these for a formula: an address must not be one. */
const FORMULA = /^[=+\-@\t\r]/;

function cell(text: string): string {
  const plain = FORMULA.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}
