import { syntaxTree } from '@codemirror/language';
import type { EditorState, Extension, Range } from '@codemirror/state';
import { Decoration, type DecorationSet, type EditorView, ViewPlugin, type ViewUpdate } from '@codemirror/view';
import type { SyntaxNode, SyntaxNodeRef } from '@lezer/common';
import { isInUse } from './in-use.ts';
import { BulletWidget, PictureWidget, RuleWidget, TaskWidget } from './widgets.ts';

const hidden = Decoration.replace({});
const bullet = Decoration.replace({ widget: new BulletWidget() });
const rule = Decoration.replace({ widget: new RuleWidget() });
const link = Decoration.mark({ class: 'cm-link' });
const code = Decoration.mark({ class: 'cm-inline-code' });
const line = (name: string) => Decoration.line({ class: name });
const lines = {
  headings: [1, 2, 3, 4, 5, 6].map((level) => line(`cm-heading cm-heading-${level}`)),
  underline: line('cm-underline'),
  underlineAway: line('cm-underline-away'),
  quote: line('cm-quote'),
  code: line('cm-code'),
  codeFirst: line('cm-code cm-code-first'),
  codeLast: line('cm-code cm-code-last'),
};

/** Draws one part of the visible text; its decorations are added to `found`. */
interface Drawing {
  readonly state: EditorState;
  readonly hasFocus: boolean;
  /** The part of the text that is drawn. */
  readonly drawn: { readonly from: number; readonly to: number };
  readonly found: Range<Decoration>[];
}

/**
 * Shows the drawn part of the text as it will read: marks are visible only at the cursor, headings are large, and
 * pictures are in their places.
 */
export const liveMarks: Extension = ViewPlugin.define(
  (view) => ({
    drawn: draw(view),
    update(this: { drawn: DecorationSet }, update: ViewUpdate) {
      const { docChanged, selectionSet, viewportChanged, focusChanged, startState, state } = update;
      const isParsed = syntaxTree(startState) !== syntaxTree(state);
      // While text is composed (by an input method), its DOM node must stay the same.
      if (update.view.composing && docChanged) this.drawn = this.drawn.map(update.changes);
      else if (docChanged || selectionSet || viewportChanged || focusChanged || isParsed)
        this.drawn = draw(update.view);
    },
  }),
  { decorations: ({ drawn }) => drawn },
);

/** Returns the decorations of the visible parts of a text. */
export function draw(view: Pick<EditorView, 'state' | 'hasFocus' | 'visibleRanges'>): DecorationSet {
  const { state, hasFocus } = view;
  const found: Range<Decoration>[] = [];
  for (const drawn of view.visibleRanges) {
    const drawing: Drawing = { state, hasFocus, drawn, found };
    syntaxTree(state).iterate({ ...drawn, enter: (node) => enter(node, drawing) });
  }
  return Decoration.set(found, true);
}

/** Returns false if the children of a node are to be skipped. */
function enter(node: SyntaxNodeRef, drawing: Drawing): boolean | undefined {
  const { name } = node;
  if (name.startsWith('ATXHeading')) drawHeading(node, drawing);
  else if (name.startsWith('SetextHeading')) drawUnderlined(node, drawing);
  else if (MARKED.has(name)) drawMarked(node, drawing);
  else if (name === 'Link') drawLink(node, drawing);
  else if (name === 'Image') return drawPicture(node, drawing);
  else if (name === 'Blockquote') eachLine(node, drawing, () => lines.quote);
  else if (name === 'QuoteMark') hideOnOtherLines(node, drawing, hidden);
  else if (name === 'ListMark') drawListMark(node, drawing);
  else if (name === 'TaskMarker') drawTask(node, drawing);
  else if (name === 'FencedCode') return drawCode(node, drawing);
  else if (name === 'HorizontalRule') hideOnOtherLines(node, drawing, rule);
  else if (name === 'Table') return false;
  return undefined;
}

const MARKED = new Set(['Emphasis', 'StrongEmphasis', 'Strikethrough', 'InlineCode']);

function drawHeading({ node, name, from }: SyntaxNodeRef, { state, hasFocus, found }: Drawing): void {
  const decoration = lines.headings[Number(name.slice(-1)) - 1];
  const at = state.doc.lineAt(from);
  if (decoration) found.push(decoration.range(at.from));
  const [mark] = node.getChildren('HeaderMark');
  if (!mark || isInUse(state, at, hasFocus)) return;
  const blank = /^\s*/.exec(state.sliceDoc(mark.to, at.to))?.[0].length ?? 0;
  found.push(hidden.range(mark.from, mark.to + blank));
}

/**
 * A heading that is underlined: the line beneath it is its mark, which is hidden unless the cursor is in one of the
 * lines.
 */
function drawUnderlined(heading: SyntaxNodeRef, drawing: Drawing): void {
  const { node, name, from, to } = heading;
  const { state, hasFocus, found } = drawing;
  const look = lines.headings[Number(name.slice(-1)) - 1];
  const mark = node.getChild('HeaderMark');
  if (!look || !mark) return;
  const underline = state.doc.lineAt(mark.from);
  const isShown = isInUse(state, { from: state.doc.lineAt(from).from, to }, hasFocus);
  const beneath = isShown ? lines.underline : lines.underlineAway;
  eachLine(heading, drawing, (at) => (at === underline.from ? beneath : look));
  if (!isShown) found.push(hidden.range(mark.from, mark.to));
}

function drawMarked({ node, name }: SyntaxNodeRef, { state, hasFocus, found }: Drawing): void {
  if (name === 'InlineCode') found.push(code.range(node.from, node.to));
  if (isInUse(state, node, hasFocus)) return;
  for (let child = node.firstChild; child; child = child.nextSibling) {
    if (/^(?:Emphasis|Code|Strikethrough)Mark$/.test(child.name)) found.push(hidden.range(child.from, child.to));
  }
}

/** A link shows only its words. Brackets alone are not a link unless a definition makes them one. */
function drawLink({ node }: SyntaxNodeRef, { state, hasFocus, found }: Drawing): void {
  if (!node.getChild('URL') && !node.getChild('LinkLabel')) return;
  const [open, close] = node.getChildren('LinkMark');
  if (!open || !close || close.from <= open.to) return;
  found.push(link.range(open.to, close.from));
  // For a link around a picture, the picture shows the link.
  if (isInUse(state, node, hasFocus)) return;
  found.push(hidden.range(open.from, open.to), hidden.range(close.from, node.to));
}

/** The picture is shown in place of its Markdown, which is visible again while the cursor is in its line. */
function drawPicture({ node }: SyntaxNodeRef, { state, hasFocus, found }: Drawing): false {
  const url = node.getChild('URL');
  const [open, close] = node.getChildren('LinkMark');
  const at = state.doc.lineAt(node.from);
  if (!url || !open || !close || node.to > at.to || isInUse(state, at, hasFocus)) return false;
  const words = state.sliceDoc(open.to, close.from).replace(/\\(?=[^\w\s])/g, '');
  const source = state.sliceDoc(url.from, url.to).replace(/^<|>$/g, '');
  if (!/^(?:https?:\/\/|\/(?!\/))/i.test(source)) return false;
  found.push(Decoration.replace({ widget: new PictureWidget(source, words) }).range(node.from, node.to));
  return false;
}

function drawListMark({ node }: SyntaxNodeRef, drawing: Drawing): void {
  const { state } = drawing;
  const isTask = node.nextSibling?.name === 'Task';
  if (isTask || !/^[-*+]$/.test(state.sliceDoc(node.from, node.to))) return;
  hideOnOtherLines(node, drawing, bullet, false);
}

function drawTask({ node }: SyntaxNodeRef, { state, hasFocus, found }: Drawing): void {
  const at = state.doc.lineAt(node.from);
  const mark = node.parent?.prevSibling;
  if (isInUse(state, at, hasFocus)) return;
  if (mark?.name === 'ListMark' && mark.from >= at.from) found.push(hidden.range(mark.from, node.from));
  const widget = new TaskWidget(/x/i.test(state.sliceDoc(node.from, node.to)));
  found.push(Decoration.replace({ widget }).range(node.from, node.to));
}

function drawCode({ node }: SyntaxNodeRef, drawing: Drawing): false {
  const { doc } = drawing.state;
  const [first, last] = [doc.lineAt(node.from).from, doc.lineAt(node.to).from];
  eachLine(node, drawing, (at) => (at === first ? lines.codeFirst : at === last ? lines.codeLast : lines.code));
  return false;
}

/** Hides a mark, and the blank after it, unless the cursor is in its line. */
function hideOnOtherLines(
  { from, to }: Pick<SyntaxNode, 'from' | 'to'>,
  { state, hasFocus, found }: Drawing,
  decoration: Decoration,
  withBlank = decoration === hidden,
): void {
  if (isInUse(state, state.doc.lineAt(from), hasFocus)) return;
  const isBlank = withBlank && /[ \t]/.test(state.sliceDoc(to, to + 1));
  found.push(decoration.range(from, isBlank ? to + 1 : to));
}

/** Decorates each line of a node, but only the lines that are drawn: a block can be as long as the text. */
function eachLine(
  { from, to }: SyntaxNodeRef,
  { state, drawn, found }: Drawing,
  look: (at: number) => Decoration,
): void {
  const end = Math.min(to, drawn.to);
  for (let at = state.doc.lineAt(Math.max(from, drawn.from)); ; at = state.doc.line(at.number + 1)) {
    found.push(look(at.from).range(at.from));
    if (at.to >= end || at.number === state.doc.lines) return;
  }
}
