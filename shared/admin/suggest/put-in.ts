import { carryProvenance } from '#shared/content/provenance/carry.ts';
import { postFieldTable } from '#shared/kernel/post-field-table.ts';
import { outside, type Provenance, provenanceOf, sourcedRanges, type WordsSource } from '#shared/kernel/provenance.ts';
import { placeOf, type TextAnchor } from '#shared/workspace/text-anchor.ts';
import { hasChanged } from './follow-suggestion.ts';
import { KINDS } from './kinds.ts';
import type { SuggesterCore } from './suggester-core.ts';
import type { EditMark, SuggestedPost, Suggester, SuggesterState } from './suggester-states.ts';

interface Place {
  start: number;
  end: number;
}

interface PutInWords {
  anchor: TextAnchor;
  words: string;
  /** The answer that the words are from. */
  by: Answered;
}
type Answered = Extract<SuggesterState, { kind: 'answered' }>;

/** Returns the source that the inserted words are marked with; null if none of them are the model's. */
function sourceOf({ clock }: SuggesterCore, { asked, model }: Answered): WordsSource | null {
  const { kind } = asked.body;
  if (kind === 'links') return null;
  const at = new Date(clock.now()).toISOString();
  return { model, run: null, step: null, promptVersion: 0, help: KINDS[kind].label, at };
}

interface Change {
  place: Place;
  insert: string;
  content: string;
  source: WordsSource;
}

/** Returns the marks of the text after a change. The new words are the model's; words that stayed keep their marks. */
function withSource(post: SuggestedPost, { place, insert, content, source }: Change): Provenance {
  const before = post.text().toString();
  const old = before.slice(place.start, place.end);
  const sourced = sourcedRanges(carryProvenance(before, content, post.values().provenance));
  const asOwn = provenanceOf([{ start: 0, end: old.length, source }]);
  const stayed = sourcedRanges(carryProvenance(old, insert, asOwn));
  const written = outside([{ start: 0, end: insert.length, source }], stayed).map((range) => ({
    ...range,
    start: range.start + place.start,
    end: range.end + place.start,
  }));
  return provenanceOf([...sourced, ...outside(written, sourced)]);
}

/** Replaces a part of the text by words. Returns where the words are; null if nothing was inserted. */
function putIn(core: SuggesterCore, { anchor, words, by }: PutInWords): Place | null {
  const { post } = core;
  const place = placeOf(post.text(), anchor);
  if (!place || !post.mayChange()) return null;
  const all = post.text().toString();
  const insert = anchor.isBehind ? asParagraphs(all, place.end, words) : words;
  const content = all.slice(0, place.start) + insert + all.slice(place.end);
  if (content.length > postFieldTable.content.max) return null;
  const source = sourceOf(core, by);
  post.setValues({ content, ...(source && { provenance: withSource(post, { place, insert, content, source }) }) });
  return { start: place.start, end: place.start + insert.length };
}

/** Returns words as paragraphs of their own, for a place of a text. */
function asParagraphs(all: string, at: number, words: string): string {
  if (all.slice(0, at).trim() === '') return words;
  const breaks = /\n*$/.exec(all.slice(0, at))?.[0].length ?? 0;
  const isLast = all.slice(at).trim() === '';
  const breaksAfter = /^\n*/.exec(all.slice(at))?.[0].length ?? 0;
  return '\n'.repeat(Math.max(0, 2 - breaks)) + words + (isLast ? '' : '\n'.repeat(Math.max(0, 2 - breaksAfter)));
}

type PutIn = Pick<Suggester, 'take' | 'choose' | 'takeEdit' | 'leaveEdit' | 'look'>;

/** The actions on an answer. */
export function putInActions(core: SuggesterCore): PutIn {
  const { store, set, post } = core;
  function markEdit(index: number, is: EditMark['is']): void {
    const now = store.getState();
    if (now.kind !== 'answered' || now.answer.shape !== 'edits') return;
    const edits = now.answer.edits.map((edit, at) => (at === index ? { ...edit, is } : edit));
    const isDone = is !== 'changed';
    const asked = isDone ? { ...now.asked, done: [...now.asked.done, index] } : now.asked;
    set({ ...now, asked, answer: { shape: 'edits', edits } });
    if (isDone) void core.keep(asked);
  }
  return {
    take() {
      const now = store.getState();
      if (now.kind !== 'answered' || now.answer.shape !== 'text') return null;
      const place = putIn(core, { anchor: now.asked.anchor, words: now.answer.text, by: now });
      if (place) core.close();
      else set({ ...now, isChanged: hasChanged(post, now.asked) });
      return place;
    },
    choose(choice) {
      const now = store.getState();
      if (now.kind !== 'answered' || !post.mayChange()) return;
      const goesTo = now.asked.isFeatured ? 'featuredImageAlt' : KINDS[now.asked.body.kind].goesTo;
      if (goesTo === 'content') return;
      if (goesTo !== 'tags') {
        post.setValues({ [goesTo]: choice });
        return core.close();
      }
      const { tags } = post.values();
      if (!tags.some((tag) => tag.toLowerCase() === choice.toLowerCase())) post.setValues({ tags: [...tags, choice] });
    },
    takeEdit(index) {
      const now = store.getState();
      if (now.kind !== 'answered' || now.answer.shape !== 'edits') return null;
      const edit = now.answer.edits[index];
      if (edit?.is !== 'open' || edit.anchor === null || !post.mayChange()) return null;
      const place = putIn(core, { anchor: edit.anchor, words: edit.replacement, by: now });
      markEdit(index, place ? 'taken' : 'changed');
      return place;
    },
    leaveEdit: (index) => markEdit(index, 'left'),
    look() {
      const now = store.getState();
      if (now.kind === 'closed' || now.kind === 'wishing') return;
      if (core.hasMoved()) void core.keep(now.asked);
      if (now.kind !== 'answered' || now.answer.shape !== 'text') return;
      const isChanged = hasChanged(post, now.asked);
      if (isChanged !== now.isChanged) set({ ...now, isChanged });
    },
  };
}
