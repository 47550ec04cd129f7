import {
  acceptCompletion,
  autocompletion,
  type Completion,
  type CompletionContext,
  type CompletionResult,
  type CompletionSource,
  completionStatus,
} from '@codemirror/autocomplete';
import { syntaxTree } from '@codemirror/language';
import { type Extension, Prec } from '@codemirror/state';
import { EditorView, keymap } from '@codemirror/view';
import { ACTIONS, shownKeys } from './actions.ts';

/** An entry of the menu at a slash, in addition to the actions. */
export interface MenuEntry {
  label: string;
  /** Further words that find the entry. */
  words: string;
  run: (view: EditorView) => void;
}

const looks = EditorView.theme({
  '.cm-tooltip.cm-tooltip-autocomplete': {
    border: '1px solid var(--line-strong)',
    borderRadius: 'var(--radius-md)',
    backgroundColor: 'var(--surface)',
    color: 'var(--ink)',
    boxShadow: '0 8px 24px rgb(0 0 0 / 0.16)',
    overflow: 'hidden',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': {
    minWidth: '16rem',
    maxHeight: '18rem',
    padding: '0.25rem',
    fontFamily: 'var(--font-sans)',
    fontSize: '0.9375rem',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li': {
    display: 'flex',
    justifyContent: 'space-between',
    gap: '1rem',
    padding: '0.375rem 0.625rem',
    borderRadius: 'var(--radius-md)',
    lineHeight: '1.5',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li[aria-selected]': {
    backgroundColor: 'var(--accent)',
    color: 'var(--accent-ink)',
  },
  // Titles of posts are longer than names of blocks.
  '.cm-tooltip.cm-tooltip-autocomplete .cm-completionLabel': { minWidth: '0', whiteSpace: 'normal' },
  '.cm-completionDetail': { marginInlineStart: '0', fontStyle: 'normal', fontSize: '0.8125rem', opacity: '0.85' },
  '.cm-completionMatchedText': { textDecoration: 'none', fontWeight: '700' },
  '@media (pointer: coarse)': {
    '.cm-tooltip.cm-tooltip-autocomplete > ul > li': { minHeight: '2.75rem', alignItems: 'center' },
  },
});

/**
 * The menu that opens at a slash at the beginning of a line; `others` are menus of the same kind that open elsewhere.
 */
export function blockMenu(entries: readonly MenuEntry[], others: readonly CompletionSource[]): Extension {
  const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent);
  const completion = ({ label, words, run }: MenuEntry, detail = ''): Omit<Completion, 'sortText'> => ({
    label: `/${label} ${words}`,
    displayLabel: label,
    ...(detail !== '' && { detail }),
    apply(view, _completion, from, to) {
      view.dispatch({ changes: { from, to }, selection: { anchor: from }, userEvent: 'input.complete' });
      run(view);
    },
  });
  const options = [
    ...entries.map((entry) => completion(entry)),
    ...ACTIONS.flatMap(({ label, menu, key, run }) =>
      menu === undefined ? [] : [completion({ label, words: menu, run }, key === null ? '' : shownKeys(key, isMac))],
    ),
    // Entries that match the words equally well are shown in this order, not alphabetically.
  ].map((each, index): Completion => ({ ...each, sortText: String(index).padStart(2, '0') }));
  const source = (context: CompletionContext): CompletionResult | null => {
    const typed = context.matchBefore(/^[ \t]*(?:[-*+>][ \t]+)*\/[\p{L}\p{N} ]{0,24}$/u);
    if (
      !typed ||
      /^(?:FencedCode|CodeBlock|CodeText)$/.test(syntaxTree(context.state).resolveInner(context.pos, -1).name)
    ) {
      return null;
    }
    return { from: typed.from + typed.text.indexOf('/'), options, validFor: /^\/[\p{L}\p{N} ]{0,24}$/u };
  };
  return [
    // No delay: the owner asked for the menu. Somebody who knows the words types them and Enter without looking.
    autocompletion({
      override: [firstThatOpens([source, ...others])],
      icons: false,
      maxRenderedOptions: 30,
      interactionDelay: 0,
    }),
    Prec.highest(keymap.of([{ key: 'Tab', run: acceptCompletion }])),
    listTakesFocus,
    looks,
  ];
}

/**
 * Most of a long list is out of sight, so the list takes the focus and can be scrolled by keys as well. The list is
 * made anew while words are typed.
 */
const listTakesFocus = EditorView.updateListener.of(({ state, view }) => {
  if (completionStatus(state) === null) return;
  for (const list of view.dom.querySelectorAll<HTMLElement>('.cm-tooltip-autocomplete > ul')) list.tabIndex = 0;
});

/**
 * Makes one source of many menus: with several sources, CodeMirror would not accept Enter after a letter until each had
 * answered again.
 */
function firstThatOpens(sources: readonly CompletionSource[]): CompletionSource {
  return async (context) => {
    for (const source of sources) {
      const result = await source(context);
      if (result) return result;
    }
    return null;
  };
}
