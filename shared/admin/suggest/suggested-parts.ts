import { MAX_AROUND, MOST_PICTURES, type SuggestedEdit, type SuggestionBody } from '#shared/contract/suggestions.ts';
import { anchorOf, changedPlaceOf, placeOf, type TextAnchor } from '#shared/workspace/text-anchor.ts';
import { KINDS } from './kinds.ts';
import type { EditMark, SuggestedPost, Wish } from './suggester-states.ts';

/**
 * Returns the part of the text that a wish is about: the selection, else the whole text; for `continue`, the place of
 * the cursor.
 */
export function scopeOf(post: SuggestedPost, kind: Wish['kind'], ofWhole: boolean): Pick<Wish, 'anchor' | 'isWhole'> {
  const text = post.text();
  const { start, end } = post.selection();
  const isField = KINDS[kind].goesTo !== 'content';
  if (kind === 'continue') {
    const at = start === end && start === 0 ? text.length : end;
    return { anchor: anchorOf(text, at, at), isWhole: false };
  }
  const isWhole = isField || ofWhole || text.toString().slice(start, end).trim() === '';
  return { anchor: isWhole ? anchorOf(text, 0, text.length) : anchorOf(text, start, end), isWhole };
}

/** Returns the same part of the text as it is now, for a wish whose words have changed. */
export function renewedScope(
  post: SuggestedPost,
  { kind, anchor, isWhole }: Pick<Wish, 'kind' | 'anchor' | 'isWhole'>,
) {
  const text = post.text();
  if (isWhole) return { anchor: anchorOf(text, 0, text.length), isWhole };
  const now = changedPlaceOf(text, anchor);
  if (now === null) return scopeOf(post, kind, false);
  const start = anchor.isBehind ? now.end : now.start;
  if (!anchor.isBehind && start === now.end) return scopeOf(post, kind, false);
  return { anchor: anchorOf(text, start, now.end), isWhole };
}

/** Returns the request to the server; null if the part of the text no longer exists. */
export function bodyOf(post: SuggestedPost, wish: Wish): SuggestionBody | null {
  const all = post.text().toString();
  const place = placeOf(post.text(), wish.anchor);
  if (!place) return null;
  const { kind, language, command, isFeatured } = wish;
  const { title, categoryId, featuredImage } = post.values();
  const isNext = wish.anchor.isBehind;
  const text = isNext ? all.slice(0, place.end).slice(-4 * MAX_AROUND) : all.slice(place.start, place.end);
  const before = isNext ? '' : all.slice(0, place.start).slice(-MAX_AROUND);
  return {
    kind,
    postId: post.id(),
    categoryId: Math.max(0, categoryId),
    title: title.toWellFormed(),
    text: text.toWellFormed(),
    before: before.toWellFormed(),
    after: all.slice(place.end, place.end + MAX_AROUND).toWellFormed(),
    language: kind === 'translate' ? language : '',
    command: kind === 'command' ? command : '',
    pictures: kind !== 'alt-texts' ? [] : isFeatured ? [featuredImage] : picturesIn(text),
  };
}

/** Returns the addresses of the pictures in a text; those without alternative text come first. */
function picturesIn(text: string): string[] {
  const all = [...text.matchAll(/!\[([^\]\n]*)\]\(\s*<?([^\s)>]+)/g)].map(([, alt = '', address = '']) => ({
    alt,
    address,
  }));
  const ordered = [...all.filter(({ alt }) => alt.trim() === ''), ...all.filter(({ alt }) => alt.trim() !== '')];
  return [...new Set(ordered.map(({ address }) => address))].slice(0, MOST_PICTURES);
}

/** Returns the edits of an answer with their places; each edit is searched after the place of the one before. */
export function markEdits(
  post: SuggestedPost,
  { anchor, done }: { anchor: TextAnchor; done: readonly number[] },
  edits: readonly SuggestedEdit[],
): EditMark[] {
  const text = post.text();
  const all = text.toString();
  const scope = placeOf(text, anchor);
  let from = scope?.start ?? 0;
  return edits.map((edit, index) => {
    const { quote } = edit;
    if (done.includes(index)) return { ...edit, anchor: null, is: 'taken' };
    const start = scope ? foundIn(all, quote, { ...scope, from }) : onlyIn(all, quote);
    if (start === null) return { ...edit, anchor: null, is: 'changed' };
    from = start + quote.length;
    return { ...edit, anchor: anchorOf(text, start, from), is: 'open' };
  });
}

/** Returns where words are in a part of the text, after `from` if they occur there; null if they do not occur. */
function foundIn(
  all: string,
  quote: string,
  { start, end, from }: { start: number; end: number; from: number },
): number | null {
  for (const begin of [from, start]) {
    const at = all.indexOf(quote, begin);
    if (at >= 0 && at + quote.length <= end) return at;
  }
  return null;
}

function onlyIn(all: string, quote: string): number | null {
  const at = all.indexOf(quote);
  return at < 0 || all.includes(quote, at + 1) ? null : at;
}
