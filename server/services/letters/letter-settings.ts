import type { z } from 'zod';
import type { Executor } from '#server/db/transaction.ts';
import { changeLetterSettings, findLetterSettings } from '#server/repositories/letters/letter-settings.ts';
import type { LetterSettings, letterSettingsFields } from '#shared/contract/letters/letter-settings.ts';
import type { Clock } from '#shared/kernel/clock.ts';

export interface LetterSettingsService {
  get(): Promise<LetterSettings>;
  update(changes: z.output<typeof letterSettingsFields>): Promise<LetterSettings>;
}

interface LetterSettingsOptions {
  db: Executor;
  clock: Clock;
  /** Called when the settings have changed: the time of the next digest may have changed too. */
  onChange: () => void;
}

export function createLetterSettingsService({ db, clock, onChange }: LetterSettingsOptions): LetterSettingsService {
  return {
    get: () => findLetterSettings(db),
    async update(changes) {
      const settings = await changeLetterSettings(db, changes, clock.now());
      onChange();
      return settings;
    },
  };
}
