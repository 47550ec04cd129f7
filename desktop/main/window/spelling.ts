import { z } from 'zod';

/** The languages in which spelling is checked, and whether it is checked at all. */
export interface Spelling {
  isOn: boolean;
  languages: string[];
}

const stored = z.object({ isOn: z.boolean(), languages: z.array(z.string().max(20)).max(20) });

/**
 * Returns the owner's choice, without languages that this system no longer has.
 * @param text the text of the file with the choice; "" when there is no file
 * @param available the languages that the system can check; empty when the system chooses by itself (macOS)
 * @param preferred the owner's languages, such as "de-AT", the most preferred first
 */
export function readSpelling(text: string, available: readonly string[], preferred: readonly string[]): Spelling {
  const chosen = parse(text);
  const known = chosen?.languages.filter((language) => available.includes(language)) ?? [];
  const languages = known.length > 0 ? known : fitting(available, preferred);
  return { isOn: chosen?.isOn ?? true, languages };
}

function parse(text: string): Spelling | null {
  try {
    return stored.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

/** Returns the first of the owner's languages that can be checked, by its full name or by its language alone. */
function fitting(available: readonly string[], preferred: readonly string[]): string[] {
  for (const language of preferred) {
    const base = language.split('-')[0];
    const found =
      available.find((each) => each === language) ??
      available.find((each) => each === base) ??
      available.find((each) => each.split('-')[0] === base);
    if (found !== undefined) return [found];
  }
  return [];
}

/**
 * Returns the choice with a language added or removed. The last language stays: to check none, the owner switches
 * spelling off.
 */
export function withLanguage(spelling: Spelling, language: string): Spelling {
  const without = spelling.languages.filter((each) => each !== language);
  if (without.length === spelling.languages.length)
    return { ...spelling, languages: [...spelling.languages, language].sort() };
  return without.length === 0 ? spelling : { ...spelling, languages: without };
}
