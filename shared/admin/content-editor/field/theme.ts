import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import type { Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';

/** A line of the text, in rem: twelve of them are always in sight. */
const LINE = 1.8;
const PADDING = 0.75;
const LEAST = `${12 * LINE + 2 * PADDING}rem`;

const looks = EditorView.theme({
  '&': {
    minHeight: LEAST,
    height: `max(${LEAST}, 100dvh - 18rem)`,
    border: '1px solid var(--line-strong)',
    borderRadius: 'var(--radius-md)',
    backgroundColor: 'var(--surface)',
    color: 'var(--ink)',
  },
  '&:has([aria-invalid="true"])': { borderColor: 'var(--danger)' },
  '&.cm-focused': { outline: '2px solid var(--focus)', outlineOffset: '0' },
  '.cm-scroller': {
    overflow: 'auto',
    fontFamily: 'var(--font-serif)',
    fontSize: '1.0625rem',
    lineHeight: `${LINE}rem`,
  },
  '.cm-content': { padding: `${PADDING}rem 1rem`, caretColor: 'var(--ink)' },
  '.cm-content:focus-visible': { outline: 'none' },
  '.cm-line': { padding: '0' },
  '.cm-cursor': { borderLeftColor: 'var(--ink)' },
});

const inks = HighlightStyle.define([
  { tag: tags.heading, fontWeight: '600' },
  { tag: tags.strong, fontWeight: '700' },
  { tag: tags.emphasis, fontStyle: 'italic' },
  { tag: tags.strikethrough, textDecoration: 'line-through' },
  { tag: tags.link, color: 'var(--accent)' },
  { tag: tags.url, color: 'var(--muted)' },
  { tag: tags.monospace, fontFamily: 'var(--font-mono)', fontSize: '0.9em' },
  { tag: [tags.processingInstruction, tags.labelName, tags.contentSeparator], color: 'var(--muted)' },
  { tag: tags.quote, color: 'var(--muted)' },
]);

/** How the text looks while it is written. */
export const theme: Extension = [looks, syntaxHighlighting(inks)];
