import { sql } from 'kysely';
import type { Executor } from '#server/db/transaction.ts';

/** Mails of the letters that began on a day. */
export interface MailDay {
  /** "2026-11-25", UTC. */
  day: string;
  sent: number;
}

/**
 * How many mails of letters the mail server has taken, by the day their letter began, in order. Letters that are over keep
 * their numbers, so the recipients of those on their way alone are counted.
 */
export async function sumMails(ex: Executor): Promise<MailDay[]> {
  const query = sql<MailDay>`
    select substr(starts_at, 1, 10) as day,
      sum(coalesce(json_extract(figures, '$.sent'),
        (select count(*) from letter_recipients r where r.letter_id = letters.id and r.state = 'sent'))) as sent
    from letters group by day having sent > 0 order by day`;
  return (await query.execute(ex)).rows;
}
