import type { SuggestionKind } from '#shared/contract/suggestions.ts';
import { createOpenSlot } from './open-slot.tsx';

/** What commands can ask of the post form that is open. */
export interface FormCommands {
  save(): void;
  saveFile(): void;
  /** Opens the card for a suggestion. */
  suggest(kind: SuggestionKind): void;
}

const openForm = createOpenSlot<FormCommands>('Form commands');

/** Holds the commands of the form that is open, for what stands outside of the form. */
export const FormCommandsProvider = openForm.Provider;

/** Reads the commands of the form that is open at that moment; null where none is. */
export const useFormCommands = openForm.useOpen;

/** Gives the form's commands for as long as the form stands. */
export const useGiveFormCommands = openForm.useGive;
