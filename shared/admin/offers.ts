/** An action that can be run by its name, from the command palette. */
export interface OfferedCommand {
  title: string;
  /** The heading of the command's group; without it the command is listed among the general actions. */
  group?: string;
  /** Further words that find the command. */
  words?: readonly string[];
  run(): void;
}

/** What one part of a screen offers at the moment. */
interface Offer {
  readonly current: readonly OfferedCommand[];
}

export interface Offers {
  /** Adds a part's commands. The returned function removes them, when the part is unmounted. */
  add(offer: Offer): () => void;
  /** Returns all commands of this moment, in the order in which the parts were added. */
  now(): readonly OfferedCommand[];
}

/** Creates the collection of the commands that the parts of the open screens offer. */
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
