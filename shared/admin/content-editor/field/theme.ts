import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import type { Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';

/** The height of a line of the text, in rem. Twelve lines are always visible. */
const LINE = 1.8;
const PADDING = 0.75;
const LEAST = `${12 * LINE + 2 * PADDING}rem`;

const field = EditorView.theme({
  '&': {
    minHeight: LEAST,
    height: `var(--content-height, max(${LEAST}, 100dvh - 18rem))`,
    border: '1px solid var(--line-strong)',
    borderRadius: 'var(--radius-md)',
    backgroundColor: 'var(--surface)',
    color: 'var(--ink)',
  },
  '&:has([aria-invalid="true"])': { borderColor: 'var(--danger)' },
  '&.cm-focused': { outline: 'none' },
  // By CSS, so that the outline appears at once: the editor learns of its focus a moment later.
  '.cm-scroller:has(> .cm-content:focus)': { outline: '2px solid var(--focus)', outlineOffset: '-1px' },
  '.cm-scroller': {
    overflow: 'auto',
    fontFamily: 'var(--font-serif)',
    fontSize: '1.125rem',
    lineHeight: `${LINE}rem`,
  },
  '.cm-content': {
    boxSizing: 'border-box',
    width: '100%',
    maxWidth: '46rem',
    marginInline: 'auto',
    padding: `${PADDING}rem 1.25rem`,
    caretColor: 'var(--ink)',
  },
  '.cm-content:focus-visible': { outline: 'none' },
  '.cm-line': { padding: '0' },
  // Drawn in the margin, where the text itself has no marks.
  '.cm-from-model': { position: 'relative' },
  '.cm-from-model::before': {
    content: '""',
    position: 'absolute',
    insetBlock: '0.2rem',
    insetInlineStart: '-0.75rem',
    borderInlineStart: '2px solid var(--line-strong)',
  },
  '.cm-partly::before': { borderInlineStartStyle: 'dotted' },
  '.cm-arriving': {
    padding: '0.1rem 0.5rem',
    marginInline: '0.25rem',
    border: '1px dashed var(--line-strong)',
    borderRadius: 'var(--radius-md)',
    color: 'var(--muted)',
    fontFamily: 'var(--font-sans)',
    fontSize: '0.8125rem',
  },
});

const heading = (fontSize: string, space: string) => ({ fontSize, lineHeight: '1.3', paddingTop: space });

/** The looks of words as they will read. */
const words = EditorView.theme({
  '.cm-heading': { fontWeight: '600', letterSpacing: '-0.012em' },
  '.cm-heading-1': heading('1.75rem', '0.75rem'),
  '.cm-heading-2': heading('1.5rem', '0.625rem'),
  '.cm-heading-3': heading('1.25rem', '0.5rem'),
  '.cm-heading-4': heading('1.125rem', '0.375rem'),
  '.cm-heading-5, .cm-heading-6': { color: 'var(--muted)' },
  '.cm-underline': { color: 'var(--muted)' },
  '.cm-underline-away': { fontSize: '0.25rem', lineHeight: '1' },
  '.cm-link': {
    color: 'var(--accent)',
    textDecoration: 'underline',
    textDecorationThickness: '1px',
    textUnderlineOffset: '0.15em',
  },
  '.cm-line.cm-quote': { borderInlineStart: '3px solid var(--accent)', paddingInlineStart: '1rem' },
  '.cm-bullet': { color: 'var(--accent)', paddingInline: '0.15em 0.1em' },
  '.cm-task': { width: '1.1rem', height: '1.1rem', verticalAlign: '-0.15rem', accentColor: 'var(--accent)' },
  '.cm-rule': {
    display: 'inline-block',
    width: '100%',
    borderTop: '1px solid var(--line-strong)',
    verticalAlign: 'middle',
  },
  '.cm-inline-code': {
    padding: '0.1em 0.3em',
    borderRadius: '3px',
    backgroundColor: 'var(--sunken)',
    fontFamily: 'var(--font-mono)',
    fontSize: '0.85em',
  },
  '.cm-line.cm-code': {
    direction: 'ltr',
    paddingInline: '0.875rem',
    backgroundColor: 'var(--sunken)',
    color: 'var(--code-ink)',
    fontFamily: 'var(--font-mono)',
    fontSize: '0.9rem',
    lineHeight: '1.6rem',
  },
  '.cm-code-first': { borderRadius: '4px 4px 0 0' },
  '.cm-code-last': { borderRadius: '0 0 4px 4px' },
});

const things = EditorView.theme({
  '.cm-picture': { display: 'inline-block', maxWidth: '100%', verticalAlign: 'bottom' },
  '.cm-picture img': { maxWidth: '100%', maxHeight: '22rem', borderRadius: 'var(--radius-md)' },
  '.cm-picture-note': {
    display: 'block',
    padding: '0.25rem 0',
    color: 'var(--muted)',
    fontFamily: 'var(--font-sans)',
    fontSize: '0.8125rem',
    lineHeight: '1.4',
  },
  '.cm-picture button': {
    minHeight: '2.75rem',
    padding: '0.5rem 0.75rem',
    border: '1px dashed var(--line-strong)',
    borderRadius: 'var(--radius-md)',
    backgroundColor: 'var(--sunken)',
    color: 'var(--muted)',
    fontFamily: 'var(--font-sans)',
    fontSize: '0.8125rem',
    lineHeight: '1.4',
    textAlign: 'start',
    overflowWrap: 'anywhere',
  },
  '.cm-table': { overflowX: 'auto', padding: '0.25rem 0', cursor: 'text' },
  '.cm-table table': { borderCollapse: 'collapse', fontFamily: 'var(--font-sans)', fontSize: '0.9375rem' },
  '.cm-table :is(th, td)': {
    padding: '0.4rem 0.875rem',
    borderBottom: '1px solid var(--line)',
    lineHeight: '1.5',
    textAlign: 'start',
    minWidth: '4rem',
    height: '2.25rem',
  },
  '.cm-table th': { borderBottom: '2px solid var(--ink)', fontWeight: '600' },
});

const inks = HighlightStyle.define([
  { tag: tags.strong, fontWeight: '700' },
  { tag: tags.emphasis, fontStyle: 'italic' },
  { tag: tags.strikethrough, textDecoration: 'line-through' },
  { tag: tags.url, color: 'var(--muted)' },
  { tag: [tags.processingInstruction, tags.contentSeparator], color: 'var(--muted)' },
  { tag: [tags.keyword, tags.tagName, tags.operatorKeyword], color: 'var(--code-keyword)' },
  { tag: [tags.string, tags.regexp, tags.inserted], color: 'var(--code-string)' },
  { tag: [tags.attributeName, tags.propertyName, tags.typeName, tags.className], color: 'var(--code-name)' },
  { tag: [tags.function(tags.variableName), tags.definition(tags.variableName)], color: 'var(--code-title)' },
  { tag: [tags.number, tags.bool, tags.null, tags.atom], color: 'var(--code-value)' },
  { tag: [tags.comment, tags.meta], color: 'var(--code-quiet)' },
  { tag: tags.deleted, color: 'var(--code-keyword)' },
]);

/** The look of the text while it is written. */
export const theme: Extension = [field, words, things, syntaxHighlighting(inks)];
