import { z } from 'zod';

/** Which languages are looked through for misspelt words; none where spelling is not checked. */
export interface Spelling {
  isOn: boolean;
  languages: string[];
}

const stored = z.object({ isOn: z.boolean(), languages: z.array(z.string().max(20)).max(20) });

/**
 * What the owner has chosen, as far as this system still has it.
 * @param text of the file it is remembered in; "" where there is none
 * @param available languages the system can check; empty where it chooses by itself (macOS)
 * @param preferred the owner's languages, the first before the others: "de-AT"
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

/** The first of the owner's languages that can be checked, by its whole name or by its language alone. */
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

/** The choice with a language taken in or left out. The last one stays: to check none, spelling is switched off. */
export function withLanguage(spelling: Spelling, language: string): Spelling {
  const without = spelling.languages.filter((each) => each !== language);
  if (without.length === spelling.languages.length)
    return { ...spelling, languages: [...spelling.languages, language].sort() };
  return without.length === 0 ? spelling : { ...spelling, languages: without };
}
