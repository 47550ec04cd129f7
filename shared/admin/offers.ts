/** Something that can be done by its name, from the command palette. */
export interface OfferedCommand {
  title: string;
  /** The heading it stands under; without one it stands among what can be done. */
  group?: string;
  /** What else it could be looked for by. */
  words?: readonly string[];
  run(): void;
}

/** What one part of a screen offers by now. */
interface Offer {
  readonly current: readonly OfferedCommand[];
}

export interface Offers {
  /** Offers for as long as the part stands; the call that is answered ends it. */
  add(offer: Offer): () => void;
  /** All that can be done at this moment, in the order the parts came. */
  now(): readonly OfferedCommand[];
}

/** What the parts of the screens that are open offer. */
export function createOffers(): Offers {
  const standing = new Set<Offer>();
  return {
    add(offer) {
      standing.add(offer);
      return () => standing.delete(offer);
    },
    now: () => [...standing].flatMap(({ current }) => current),
  };
}
