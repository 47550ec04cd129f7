import type { NoteShortcut, ShortcutChoice } from '#shared/contract/ipc.ts';
import type { ChoiceFile } from '../servers/choice-file.ts';

interface NoteShortcutOptions {
  /** The system-wide shortcuts (`globalShortcut`). */
  system: {
    /** Returns false when the system refuses the keys; throws for keys that it does not know. */
    register(keys: string, run: () => void): boolean;
    unregister(keys: string): void;
  };
  choice: ChoiceFile<ShortcutChoice>;
  onPressed(): void;
  warn(message: string, cause?: unknown): void;
}

/** The keys that open a quick note, whichever program is in front. */
export interface NoteShortcutHold {
  /** Registers the chosen keys. Must be called after the app is ready. */
  start(): void;
  state(): NoteShortcut;
  /** Registers other keys, or releases them. A choice that the system refuses is off from then on. */
  choose(choice: ShortcutChoice): NoteShortcut;
  /** Releases the keys. */
  stop(): void;
}

export function createNoteShortcut({ system, choice, onPressed, warn }: NoteShortcutOptions): NoteShortcutHold {
  let held: string | null = null;
  let isRefused = false;

  function letGo(): void {
    if (held !== null) system.unregister(held);
    held = null;
  }
  function take(keys: string): boolean {
    try {
      if (system.register(keys, onPressed)) return true;
      warn(`The system does not give the keys of the quick note: ${keys}`);
    } catch (error) {
      warn(`The system does not know the keys of the quick note: ${keys}`, error);
    }
    return false;
  }
  function apply(): void {
    letGo();
    const { isOn, keys } = choice.get();
    if (isOn && take(keys)) held = keys;
    isRefused = isOn && held === null;
  }
  const state = () => ({ isOn: held !== null, keys: choice.get().keys, isRefused });

  return {
    // Keys that another program holds now may be free at the next start, so the choice stays.
    start: apply,
    state,
    choose(wanted) {
      choice.set(wanted);
      apply();
      if (isRefused) choice.set({ ...wanted, isOn: false });
      return state();
    },
    stop: letGo,
  };
}
