import { createContext, type ReactNode, useCallback, useContext, useEffect, useRef } from 'react';

interface Slot<Open> {
  open: Open | null;
}

/** Gives parts outside a form access to the one form that is open. */
interface OpenSlot<Open> {
  Provider: (props: { children: ReactNode }) => ReactNode;
  /** Returns a function that reads what the form that is open at that moment has provided; null if none is open. */
  useOpen(): () => Open | null;
  /** Provides a value for as long as the form is open. */
  useGive(given: Open): void;
}

/**
 * Creates a slot for the value of the one form that is open. If the slot is used without its provider, the error
 * contains `name`.
 */
export function createOpenSlot<Open>(name: string): OpenSlot<Open> {
  const SlotContext = createContext<Slot<Open> | null>(null);

  function useSlot(): Slot<Open> {
    const slot = useContext(SlotContext);
    if (!slot) throw new Error(`${name}: used without its provider`);
    return slot;
  }

  return {
    Provider({ children }) {
      const slot = useRef<Slot<Open>>({ open: null });
      return <SlotContext value={slot.current}>{children}</SlotContext>;
    },
    useOpen() {
      const slot = useSlot();
      return useCallback(() => slot.open, [slot]);
    },
    useGive(given) {
      const slot = useSlot();
      useEffect(() => {
        slot.open = given;
        return () => {
          if (slot.open === given) slot.open = null;
        };
      }, [slot, given]);
    },
  };
}
