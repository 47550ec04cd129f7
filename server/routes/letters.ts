import type { Services } from '#server/services/index.ts';
import { getLetterSettings, updateLetterSettings } from '#shared/contract/letter-settings.ts';
import type { Register } from './register.ts';

/** Letters to those who follow by e-mail. */
export function addLetterRoutes(register: Register, { letterSettings }: Services): void {
  register(getLetterSettings, () => letterSettings.get());
  register(updateLetterSettings, ({ body }) => letterSettings.update(body));
}
