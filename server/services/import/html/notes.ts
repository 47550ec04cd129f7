/** What is to be told of a text, each thing once. */
export interface Notes {
  add(sentence: string): void;
  all(): readonly string[];
}

/** A post with ten thousand kinds of oddities is told of the first ones. */
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
