import { closeSearchPanel, findNext, findPrevious, openSearchPanel, search } from '@codemirror/search';
import { EditorState, type Extension } from '@codemirror/state';
import { EditorView, keymap } from '@codemirror/view';

const NEXT = { run: findNext, shift: findPrevious, preventDefault: true };

const looks = EditorView.theme({
  '.cm-panels': { backgroundColor: 'var(--sunken)', color: 'var(--ink)', zIndex: '5' },
  '.cm-panels-top': { borderBottom: '1px solid var(--line)' },
  '.cm-panel.cm-search': {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: '0.375rem 0.5rem',
    padding: '0.5rem 2.75rem 0.5rem 0.75rem',
    fontFamily: 'var(--font-sans)',
    fontSize: '0.875rem',
  },
  '.cm-panel.cm-search br': { flexBasis: '100%', height: '0', content: '""', display: 'block' },
  '.cm-panel.cm-search label': { display: 'inline-flex', alignItems: 'center', gap: '0.375rem', fontSize: '0.8125rem' },
  '.cm-panel.cm-search input, .cm-panel.cm-search button, .cm-panel.cm-search label': { margin: '0' },
  '.cm-panel.cm-search .cm-textfield': {
    minHeight: '2rem',
    flex: '1 1 10rem',
    maxWidth: '20rem',
    padding: '0 0.5rem',
    border: '1px solid var(--line-strong)',
    borderRadius: 'var(--radius-md)',
    backgroundColor: 'var(--surface)',
    color: 'var(--ink)',
    fontSize: '0.9375rem',
  },
  '.cm-panel.cm-search .cm-button': {
    minHeight: '2rem',
    padding: '0 0.625rem',
    border: '1px solid var(--line-strong)',
    borderRadius: 'var(--radius-md)',
    backgroundColor: 'var(--surface)',
    backgroundImage: 'none',
    color: 'var(--ink)',
    fontSize: '0.875rem',
    fontWeight: '600',
  },
  '.cm-panel.cm-search .cm-button:hover': { borderColor: 'var(--ink)' },
  '.cm-panel.cm-search [name=close]': {
    top: '0.375rem',
    right: '0.5rem',
    width: '2rem',
    height: '2rem',
    fontSize: '1.25rem',
    color: 'var(--ink)',
    cursor: 'pointer',
  },
  '@media (pointer: coarse)': {
    '.cm-panel.cm-search .cm-textfield, .cm-panel.cm-search .cm-button': { minHeight: '2.75rem' },
    '.cm-panel.cm-search [name=close]': { width: '2.75rem', height: '2.75rem' },
  },
  '.cm-searchMatch': { backgroundColor: 'var(--mark)', color: 'inherit' },
  '.cm-searchMatch-selected': { backgroundColor: 'var(--accent)', color: 'var(--accent-ink)' },
});

/** Find and replace, in a panel over the text; Escape closes the panel. */
export const findAndReplace: Extension = [
  search({ top: true }),
  EditorState.phrases.of({
    next: 'Next',
    previous: 'Previous',
    all: 'Select all',
    'match case': 'Match case',
    'by word': 'Whole words',
    regexp: 'Pattern',
    replace: 'Replace',
    'replace all': 'Replace all',
    close: 'Close find and replace',
  }),
  keymap.of([
    { key: 'Mod-f', run: openSearchPanel, scope: 'editor search-panel', preventDefault: true },
    { key: 'F3', scope: 'editor search-panel', ...NEXT },
    { key: 'Mod-g', scope: 'editor search-panel', ...NEXT },
    { key: 'Escape', run: closeSearchPanel, scope: 'editor search-panel' },
  ]),
  looks,
];
