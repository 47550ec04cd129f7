import { sql } from 'kysely';
import type { Executor } from '#server/db/transaction.ts';

/** The number of mails of the letters that began on one day. */
export interface MailDay {
  /** "2026-11-25", UTC. */
  day: string;
  sent: number;
}

/**
 * The numbers of mails that the mail server has accepted, by the day on which their letter began, in order. Letters
 * that are over keep their figures, so only the recipients of the other letters are counted.
 */
export async function sumMails(ex: Executor): Promise<MailDay[]> {
  const query = sql<MailDay>`
    select substr(starts_at, 1, 10) as day,
      sum(coalesce(json_extract(figures, '$.sent'),
        (select count(*) from letter_recipients r where r.letter_id = letters.id and r.state = 'sent'))) as sent
    from letters group by day having sent > 0 order by day`;
  return (await query.execute(ex)).rows;
}
