import { createContext, type ReactNode, useContext, useEffect, useRef } from 'react';
import type { SuggestionKind } from '#shared/contract/suggestions.ts';

/** What commands can ask of the post form that is open. */
export interface FormCommands {
  save(): void;
  saveFile(): void;
  /** Opens the card for a suggestion. */
  suggest(kind: SuggestionKind): void;
}

interface Slot {
  open: FormCommands | null;
}

const SlotContext = createContext<Slot | null>(null);

/** Holds the commands of the form that is open, for what stands outside of the form. */
export function FormCommandsProvider({ children }: { children: ReactNode }) {
  const slot = useRef<Slot>({ open: null });
  return <SlotContext value={slot.current}>{children}</SlotContext>;
}

function useSlot(): Slot {
  const slot = useContext(SlotContext);
  if (!slot) throw new Error('Form commands are used without their provider');
  return slot;
}

/** Reads the commands of the form that is open at that moment; null where none is. */
export function useFormCommands(): () => FormCommands | null {
  const slot = useSlot();
  return () => slot.open;
}

/** Gives the form's commands for as long as the form stands. */
export function useGiveFormCommands(commands: FormCommands): void {
  const slot = useSlot();
  useEffect(() => {
    slot.open = commands;
    return () => {
      if (slot.open === commands) slot.open = null;
    };
  }, [slot, commands]);
}
