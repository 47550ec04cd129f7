import { atomically, type Executor } from '#server/db/transaction.ts';
import { type LetterSettings, letterSettings } from '#shared/contract/letters/letter-settings.ts';
import { findSetting, setSetting } from '../settings.ts';

const KEY = 'letters';

/** The settings that apply when the owner has set nothing: no letter is sent. */
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

/** The owner's settings of letters, with the defaults where the owner has set nothing. */
export async function findLetterSettings(ex: Executor): Promise<LetterSettings> {
  return { ...DEFAULTS, ...(await findSetting(ex, KEY, letterSettings.partial())) };
}

/** Changes the given settings; the others stay. `now` in milliseconds since 1970. */
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
