import { postFieldTable } from '#shared/kernel/post-field-table.ts';
import { placeOf, type TextAnchor } from '#shared/workspace/text-anchor.ts';
import { hasChanged } from './follow.ts';
import { KINDS } from './kinds.ts';
import type { SuggesterCore } from './suggester-core.ts';
import type { EditMark, SuggestedPost, Suggester } from './suggester-states.ts';

interface Place {
  start: number;
  end: number;
}

/** Puts words in the place of a part of the text. Gives where they stand; null where nothing was put in. */
function putIn(post: SuggestedPost, anchor: TextAnchor, words: string): Place | null {
  const place = placeOf(post.text(), anchor);
  if (!place || !post.mayChange()) return null;
  const all = post.text().toString();
  const insert = anchor.isBehind ? asParagraphs(all, place.end, words) : words;
  const content = all.slice(0, place.start) + insert + all.slice(place.end);
  if (content.length > postFieldTable.content.max) return null;
  post.setValues({ content });
  return { start: place.start, end: place.start + insert.length };
}

/** Words as paragraphs of their own at a place of a text. */
function asParagraphs(all: string, at: number, words: string): string {
  if (all.slice(0, at).trim() === '') return words;
  const breaks = /\n*$/.exec(all.slice(0, at))?.[0].length ?? 0;
  const isLast = all.slice(at).trim() === '';
  const breaksAfter = /^\n*/.exec(all.slice(at))?.[0].length ?? 0;
  return '\n'.repeat(Math.max(0, 2 - breaks)) + words + (isLast ? '' : '\n'.repeat(Math.max(0, 2 - breaksAfter)));
}

type PutIn = Pick<Suggester, 'take' | 'choose' | 'takeEdit' | 'leaveEdit' | 'look'>;

/** What is done with an answer. */
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
      const place = putIn(post, now.asked.anchor, now.answer.text);
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
      const edit = now.kind === 'answered' && now.answer.shape === 'edits' ? now.answer.edits[index] : undefined;
      if (edit?.is !== 'open' || edit.anchor === null || !post.mayChange()) return null;
      const place = putIn(post, edit.anchor, edit.replacement);
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
