import { readDate } from '#shared/content/front-matter/front-matter.ts';
import { readCsv } from '#shared/workflow/batch/read-csv.ts';
import type { LeftOut, SourceSubscriber } from './import-source.ts';

const YES = /^(?:true|yes|1|on|subscribed|active)$/i;
const NO = /^(?:false|no|0|off|unsubscribed|cancelled|inactive)$/i;
const MAILBOX = /^[^\s@,;<>"]{1,64}@[^\s@,;<>"]{1,190}$/;

/** The names that programs give to the columns that we read. */
const COLUMNS = {
  email: ['email', 'e-mail', 'email address', 'email_address'],
  name: ['name', 'full name', 'full_name'],
  subscribed: ['subscribed_to_emails', 'subscribed', 'email_disabled', 'status'],
  since: ['created_at', 'created at', 'subscribed_at', 'subscription_created_at', 'date'],
} as const;

/** Whether the first line of a table names a column of e-mail addresses. */
export function isSubscriberList(text: string): boolean {
  const [head = ''] = text.replace(/^\ufeff/, '').split(/\r\n|\r|\n/, 1);
  const names = head
    .toLowerCase()
    .split(/[,;\t]/)
    .map((name) => name.trim().replace(/^"|"$/g, ''));
  return COLUMNS.email.some((name) => names.includes(name));
}

/**
 * The subscribers in a table (RFC 4180) whose first line names its columns. A line that is not a subscriber is left out
 * and reported.
 * @param isSubscribed the value for lines in which the table does not say
 */
export function subscribersOf(file: string, text: string, isSubscribed = true): (SourceSubscriber | LeftOut)[] {
  const { records } = readCsv(text);
  const [head, ...rest] = records;
  const names = (head?.cells ?? []).map((cell) => cell.trim().toLowerCase());
  const columnOf = (wanted: readonly string[]) => names.findIndex((name) => wanted.includes(name));
  const [email, name, since] = [columnOf(COLUMNS.email), columnOf(COLUMNS.name), columnOf(COLUMNS.since)];
  const state = COLUMNS.subscribed.map((each) => names.indexOf(each)).find((index) => index >= 0) ?? -1;
  return rest.map(({ line, cells }) => {
    const place = `${file}:${line}`;
    const address = cells[email]?.trim() ?? '';
    if (!MAILBOX.test(address)) {
      return { kind: 'left-out', file: place, what: 'subscriber', why: 'Has no e-mail address that can be written to' };
    }
    const said = cells[state]?.trim() ?? '';
    const isOff = names[state] === 'email_disabled' ? YES.test(said) : NO.test(said);
    const isOn = names[state] === 'email_disabled' ? NO.test(said) : YES.test(said);
    return {
      kind: 'subscriber',
      file: place,
      email: address,
      name: cells[name]?.trim() || null,
      isSubscribed: isOff ? false : isOn || isSubscribed,
      since: readDate(cells[since]?.trim() ?? ''),
    };
  });
}
