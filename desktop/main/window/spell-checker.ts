import path from 'node:path';
import { app, type Session } from 'electron';
import { readFileIfExists, writeFileAtomically } from '../servers/atomic-file.ts';
import { readSpelling, type Spelling, withLanguage } from './spelling.ts';

interface SpellCheckerOptions {
  session: Session;
  /** The folder where the choice is stored. */
  folder: string;
  /** Node's name of the platform. macOS chooses the languages by itself. */
  platform: string;
  warn(message: string, cause: unknown): void;
}

/** Checks the spelling of typed text, in the languages that the owner has chosen. */
export interface SpellChecker {
  state(): Spelling & { available: readonly string[] };
  switchOn(): void;
  switchLanguage(language: string): void;
}

/**
 * Opens the spell checker. Must be called after the app is ready. On Linux and Windows, Chromium downloads the
 * dictionary of a language when it is first used.
 */
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
