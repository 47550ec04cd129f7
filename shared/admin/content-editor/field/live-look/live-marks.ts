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

/** What a part of the drawn text gets: added to `found`. */
interface Drawing {
  readonly state: EditorState;
  readonly hasFocus: boolean;
  /** Where the text is drawn. */
  readonly drawn: { readonly from: number; readonly to: number };
  readonly found: Range<Decoration>[];
}

/**
 * The text as it will read, in the part of it that is drawn: marks are there only where the cursor is, headings are large,
 * pictures stand in their places.
 */
export const liveMarks: Extension = ViewPlugin.define(
  (view) => ({
    drawn: draw(view),
    update(this: { drawn: DecorationSet }, update: ViewUpdate) {
      const { docChanged, selectionSet, viewportChanged, focusChanged, startState, state } = update;
      const isParsed = syntaxTree(startState) !== syntaxTree(state);
      // What is being composed stays the node it is.
      if (update.view.composing && docChanged) this.drawn = this.drawn.map(update.changes);
      else if (docChanged || selectionSet || viewportChanged || focusChanged || isParsed)
        this.drawn = draw(update.view);
    },
  }),
  { decorations: ({ drawn }) => drawn },
);

/** What the visible parts of a text get. */
export function draw(view: Pick<EditorView, 'state' | 'hasFocus' | 'visibleRanges'>): DecorationSet {
  const { state, hasFocus } = view;
  const found: Range<Decoration>[] = [];
  for (const drawn of view.visibleRanges) {
    const drawing: Drawing = { state, hasFocus, drawn, found };
    syntaxTree(state).iterate({ ...drawn, enter: (node) => enter(node, drawing) });
  }
  return Decoration.set(found, true);
}

/** False where nothing in a node is looked at. */
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

/** A heading whose lines are underlined: the line beneath it is its mark, gone where the cursor is in none of them. */
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

/** A link shows its words. Brackets alone are no link before a definition makes them one. */
function drawLink({ node }: SyntaxNodeRef, { state, hasFocus, found }: Drawing): void {
  if (!node.getChild('URL') && !node.getChild('LinkLabel')) return;
  const [open, close] = node.getChildren('LinkMark');
  if (!open || !close || close.from <= open.to) return;
  found.push(link.range(open.to, close.from));
  // A link around a picture is shown by the picture.
  if (isInUse(state, node, hasFocus)) return;
  found.push(hidden.range(open.from, open.to), hidden.range(close.from, node.to));
}

/** A picture stands in the place of what is written of it, which is there again where the cursor is. */
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

/** Hides a mark, with the blank behind it, unless the cursor is in its line. */
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

/** Gives each line of a node a look, those that are drawn alone: a block can be as long as the text. */
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
