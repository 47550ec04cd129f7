import { atomically, type Executor } from '#server/db/transaction.ts';
import { type LetterSettings, letterSettings } from '#shared/contract/letters/letter-settings.ts';
import { findSetting, setSetting } from '../settings.ts';

const KEY = 'letters';

/** What holds where the owner has set nothing: no letter goes out. */
const DEFAULTS: LetterSettings = {
  senderName: '',
  replyTo: '',
  postalAddress: '',
  atPublication: false,
  waitMinutes: 5,
  hasDigest: false,
  digestDay: 1,
  digestHour: 9,
  timeZone: 'UTC',
  perMinute: 60,
  perHour: 1000,
};

/** What the owner has set of letters, over what holds where they have not. */
export async function findLetterSettings(ex: Executor): Promise<LetterSettings> {
  return { ...DEFAULTS, ...(await findSetting(ex, KEY, letterSettings.partial())) };
}

/** Changes what is given; the rest stays. `now` in milliseconds since 1970. */
export async function changeLetterSettings(
  ex: Executor,
  changes: { [Name in keyof LetterSettings]?: LetterSettings[Name] | undefined },
  now: number,
): Promise<LetterSettings> {
  return atomically(ex, async (trx) => {
    const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
    const after = { ...(await findLetterSettings(trx)), ...given };
    await setSetting(trx, KEY, after, now);
    return after;
  });
}
