import type { SuggestionKind } from '#shared/contract/suggestions.ts';
import { createOpenSlot } from './open-slot.tsx';

/** What commands can ask of the open post form. */
export interface FormCommands {
  save(): void;
  saveFile(): void;
  /** Opens the card for a suggestion. */
  suggest(kind: SuggestionKind): void;
}

const openForm = createOpenSlot<FormCommands>('Form commands');

/** Holds the commands of the open form, for parts outside the form. */
export const FormCommandsProvider = openForm.Provider;

/** Reads the commands of the form that is open at that moment; null if none is open. */
export const useFormCommands = openForm.useOpen;

/** Provides the form's commands for as long as the form is open. */
export const useGiveFormCommands = openForm.useGive;
