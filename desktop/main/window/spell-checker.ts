import path from 'node:path';
import { app, type Session } from 'electron';
import { readFileIfExists, writeFileAtomically } from '../servers/atomic-file.ts';
import { readSpelling, type Spelling, withLanguage } from './spelling.ts';

interface SpellCheckerOptions {
  session: Session;
  /** Where the choice is remembered. */
  folder: string;
  /** As Node says it: macOS chooses the languages by itself. */
  platform: string;
  warn(message: string, cause: unknown): void;
}

/** Checks the spelling of what is typed, in the languages the owner has chosen. */
export interface SpellChecker {
  state(): Spelling & { available: readonly string[] };
  switchOn(): void;
  switchLanguage(language: string): void;
}

/** To be opened once the app is ready. On Linux and Windows Chromium fetches the dictionary of a language when it is first used. */
export function openSpellChecker({ session, folder, platform, warn }: SpellCheckerOptions): SpellChecker {
  const file = path.join(folder, 'spelling.json');
  const available = platform === 'darwin' ? [] : session.availableSpellCheckerLanguages;
  let spelling = readSpelling(textOf(file, warn), available, app.getPreferredSystemLanguages());

  const apply = () => {
    session.setSpellCheckerEnabled(spelling.isOn);
    if (available.length > 0) session.setSpellCheckerLanguages(spelling.isOn ? spelling.languages : []);
  };
  const change = (next: Spelling) => {
    spelling = next;
    apply();
    try {
      writeFileAtomically(file, JSON.stringify(spelling));
    } catch (error) {
      warn('The languages of spelling cannot be remembered', error);
    }
  };
  apply();
  return {
    state: () => ({ ...spelling, available }),
    switchOn: () => change({ ...spelling, isOn: !spelling.isOn }),
    switchLanguage: (language) => change(withLanguage(spelling, language)),
  };
}

function textOf(file: string, warn: SpellCheckerOptions['warn']): string {
  try {
    return readFileIfExists(file)?.toString('utf8') ?? '';
  } catch (error) {
    warn('The languages of spelling cannot be read', error);
    return '';
  }
}
