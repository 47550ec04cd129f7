import type { Completion, CompletionContext, CompletionResult, CompletionSource } from '@codemirror/autocomplete';
import { syntaxTree } from '@codemirror/language';
import { linkMarkup } from '#shared/content/insert-link.ts';
import type { FindPosts, FoundPost } from '../../post-finder.ts';

/**
 * Two opening brackets and the words after them. With an exclamation mark before it is a picture; a backslash means the
 * brackets themselves.
 */
const BEGUN = /(?<![!\\])\[\[[^[\]\n]{0,80}$/;

/**
 * Offers the owner's posts at two square brackets, found by the words typed after the brackets; a chosen post becomes a
 * link.
 */
export function postLinks(find: FindPosts): CompletionSource {
  return async (context: CompletionContext): Promise<CompletionResult | null> => {
    const typed = context.matchBefore(BEGUN);
    if (!typed || isCode(context)) return null;
    const given = new AbortController();
    context.addEventListener('abort', () => given.abort(), { onDocChange: true });
    const posts = await find(typed.text.slice(2).trim(), given.signal).catch(() => []);
    // The posts stay in the order of the search; the editor itself would sort them alphabetically.
    return posts.length === 0 ? null : { from: typed.from, options: posts.map(completionOf), filter: false };
  };
}

function completionOf({ title, path, status }: FoundPost): Completion {
  return {
    label: title,
    ...(status !== 'Published' && { detail: status }),
    apply(view, _completion, from, to) {
      const isClosed = view.state.sliceDoc(to, to + 2) === ']]';
      const insert = linkMarkup(title, path);
      view.dispatch({
        changes: { from, to: isClosed ? to + 2 : to, insert },
        selection: { anchor: from + insert.length },
        userEvent: 'input.complete',
        scrollIntoView: true,
      });
    },
  };
}

function isCode({ state, pos }: CompletionContext): boolean {
  return /Code/.test(syntaxTree(state).resolveInner(pos, -1).name);
}
