import type { DraftCard } from './draft-store.ts';

/** The drafts of one run. */
export interface DraftGroup {
  /** The run's id; empty for drafts whose run is not known. */
  readonly runId: string;
  /** The target market of the run; empty when it is not known. */
  readonly market: string;
  /** The time at which the newest draft was written, in milliseconds since 1970; 0 when it is not known. */
  readonly madeAt: number;
  readonly cards: readonly DraftCard[];
}

/** Groups drafts by the runs that wrote them, in the order of the drafts: newest first. */
export function groupsOf(cards: readonly DraftCard[]): DraftGroup[] {
  const groups = Map.groupBy(cards, ({ origin }) => origin.runId);
  return [...groups].map(([runId, ofRun]) => ({
    runId,
    market: ofRun.find(({ origin }) => origin.targetMarket !== '')?.origin.targetMarket ?? '',
    madeAt: Math.max(...ofRun.map(({ origin }) => origin.madeAt)),
    cards: ofRun,
  }));
}

/** Returns the drafts that contain each of the words in title, excerpt, text, tags, category or market. */
export function draftsWith(cards: readonly DraftCard[], words: string): readonly DraftCard[] {
  const wanted = words.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  if (wanted.length === 0) return cards;
  return cards.filter(({ draft, origin }) => {
    const { title, excerpt, content, category, tags } = draft;
    const text = [title, excerpt, content, category, ...tags, origin.targetMarket].join('\n').toLocaleLowerCase();
    return wanted.every((word) => text.includes(word));
  });
}

/** Returns the answer from which a draft was read: drafts of one answer are numbered. */
const answerOf = ({ draft }: DraftCard) => draft.id.replace(/-\d+$/, '');

/** Returns the ids of drafts whose step has since written a newer answer in the same run. */
export function olderDrafts(cards: readonly DraftCard[]): ReadonlySet<string> {
  const known = cards.filter(({ origin }) => origin.runId !== '');
  const ofStep = Map.groupBy(known, ({ origin, isRefined }) => `${origin.runId} ${isRefined}`);
  const older = [...ofStep.values()].flatMap((written) => {
    const newest = written.reduce((one, other) => (other.origin.madeAt > one.origin.madeAt ? other : one));
    return written.filter((card) => answerOf(card) !== answerOf(newest));
  });
  return new Set(older.map(({ draft }) => draft.id));
}
