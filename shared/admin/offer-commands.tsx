import { type ComponentProps, createContext, type ReactNode, useContext, useEffect, useRef, useState } from 'react';
import { Button } from '#shared/ui/button.tsx';
import { createOffers, type OfferedCommand, type Offers } from './offers.ts';

const OffersContext = createContext<Offers | null>(null);

/** Gathers what the parts inside offer to the command palette, which stands outside of them. */
export function OffersProvider({ children }: { children: ReactNode }) {
  const [offers] = useState(createOffers);
  return <OffersContext value={offers}>{children}</OffersContext>;
}

/** What is offered, to be read when the palette opens. */
export function useOffers(): Offers {
  const offers = useContext(OffersContext);
  if (!offers) throw new Error('Commands are offered without their provider');
  return offers;
}

/** Offers what a part can do at the moment, a false for what it cannot, for as long as the part stands. */
export function useOfferCommands(...commands: readonly (OfferedCommand | false)[]): void {
  const offers = useOffers();
  const offer = useRef<readonly OfferedCommand[]>([]);
  offer.current = commands.filter((command) => command !== false);
  useEffect(() => offers.add(offer), [offers]);
}

interface OfferingButtonProps extends ComponentProps<typeof Button> {
  /** What the palette calls it, where the words around the button are not there to be read. */
  command: string;
  /** What else it could be looked for by. */
  words?: readonly string[];
}

/** A button that is pressed from the command palette, too, as long as it stands and is not disabled. */
export function OfferingButton({ command, words = [], ...button }: OfferingButtonProps) {
  const ref = useRef<HTMLButtonElement>(null);
  const isOff = button.disabled === true || button['aria-disabled'] === true;
  useOfferCommands(!isOff && { title: command, words, run: () => onceClosed(() => ref.current?.click()) });
  return <Button ref={ref} {...button} />;
}

/** Does something once the palette it was chosen in has closed, and has given the focus back. */
export function onceClosed(act: () => void): void {
  // The first turn comes before the window is taken away, the second after what that has put off.
  setTimeout(() => setTimeout(act));
}
