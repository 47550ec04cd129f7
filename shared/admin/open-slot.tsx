import { createContext, type ReactNode, useCallback, useContext, useEffect, useRef } from 'react';

interface Slot<Open> {
  open: Open | null;
}

/** Where what stands outside of a form reaches the one form that is open. */
interface OpenSlot<Open> {
  Provider: (props: { children: ReactNode }) => ReactNode;
  /** Reads what the form has given that is open at that moment; null where none is. */
  useOpen(): () => Open | null;
  /** Gives it for as long as the form stands. */
  useGive(given: Open): void;
}

/** A place for what the one form that is open gives; `name` says in an error what is used without its provider. */
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
