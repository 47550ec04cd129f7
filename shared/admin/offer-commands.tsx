import { type ComponentProps, createContext, type ReactNode, useContext, useEffect, useRef, useState } from 'react';
import { Button } from '#shared/ui/button.tsx';
import { createOffers, type OfferedCommand, type Offers } from './offers.ts';

const OffersContext = createContext<Offers | null>(null);

/** Gathers the commands that the parts inside it offer to the command palette, which is outside those parts. */
export function OffersProvider({ children }: { children: ReactNode }) {
  const [offers] = useState(createOffers);
  return <OffersContext value={offers}>{children}</OffersContext>;
}

/** Returns the offered commands, to be read when the palette opens. */
export function useOffers(): Offers {
  const offers = useContext(OffersContext);
  if (!offers) throw new Error('Commands are offered without their provider');
  return offers;
}

/**
 * Offers the commands that a part can run at the moment, for as long as the part is mounted; false stands for a command
 * that it cannot run.
 */
export function useOfferCommands(...commands: readonly (OfferedCommand | false)[]): void {
  const offers = useOffers();
  const offer = useRef<readonly OfferedCommand[]>([]);
  offer.current = commands.filter((command) => command !== false);
  useEffect(() => offers.add(offer), [offers]);
}

interface OfferingButtonProps extends ComponentProps<typeof Button> {
  /** The button's name in the palette, where the words around the button are missing. */
  command: string;
  /** Further words that find the command. */
  words?: readonly string[];
}

/** A button that can also be pressed from the command palette, as long as it is mounted and not disabled. */
export function OfferingButton({ command, words = [], ...button }: OfferingButtonProps) {
  const ref = useRef<HTMLButtonElement>(null);
  const isOff = button.disabled === true || button['aria-disabled'] === true;
  useOfferCommands(!isOff && { title: command, words, run: () => onceClosed(() => ref.current?.click()) });
  return <Button ref={ref} {...button} />;
}

/** Runs an action once the palette in which it was chosen has closed and given the focus back. */
export function onceClosed(act: () => void): void {
  // The first timer runs before the window is removed, the second after the work that the removal has deferred.
  setTimeout(() => setTimeout(act));
}
