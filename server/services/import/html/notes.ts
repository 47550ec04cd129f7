/** The notes about a text, each of them once. */
export interface Notes {
  add(sentence: string): void;
  all(): readonly string[];
}

/** The largest number of notes: of a post with ten thousand kinds of faults only the first ones are reported. */
const MOST = 50;

export function createNotes(): Notes {
  const said = new Set<string>();
  return {
    add(sentence) {
      if (said.size < MOST) said.add(sentence);
    },
    all: () => [...said],
  };
}
