import { syntaxTree } from '@codemirror/language';
import { type EditorState, type Extension, Prec, type Range, StateEffect, StateField } from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView, keymap, ViewPlugin, WidgetType } from '@codemirror/view';
import { Tree } from '@lezer/common';
import { isInUse } from './in-use.ts';

/** Whether the editor has the focus: without it no table is in use. */
const focuses = StateEffect.define<boolean>();
/** The most lines of a table that is drawn. A longer table is shown as Markdown. */
const MOST_LINES = 300;

class TableWidget extends WidgetType {
  readonly source: string;
  constructor(source: string) {
    super();
    this.source = source;
  }
  override eq(other: TableWidget): boolean {
    return other.source === this.source;
  }
  override get estimatedHeight(): number {
    return 40 * this.source.split('\n').length;
  }
  toDOM(view: EditorView): HTMLElement {
    const frame = document.createElement('div');
    frame.className = 'cm-table';
    const table = frame.appendChild(document.createElement('table'));
    const [head = '', , ...rows] = this.source.split('\n');
    for (const [index, row] of [head, ...rows].entries()) {
      const shown = table.insertRow();
      for (const cell of cellsOf(row)) {
        const element = document.createElement(index === 0 ? 'th' : 'td');
        element.textContent = cell;
        shown.append(element);
      }
    }
    frame.addEventListener('mousedown', (event) => {
      event.preventDefault();
      const row = event.target instanceof Element ? event.target.closest('tr') : null;
      const number =
        view.state.doc.lineAt(view.posAtDOM(frame)).number + (row && row.rowIndex > 0 ? row.rowIndex + 1 : 0);
      view.dispatch({ selection: { anchor: view.state.doc.line(Math.min(number, view.state.doc.lines)).to } });
      view.focus();
    });
    return frame;
  }
  override ignoreEvent(): boolean {
    return true;
  }
}

/** Returns the words of a row's cells, without the marks inside the cells. */
function cellsOf(row: string): string[] {
  const inner = row.trim().replace(/^\||(?<!\\)\|$/g, '');
  return inner.split(/(?<!\\)\|/).map((cell) =>
    cell
      .trim()
      .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
      .replace(/(\*\*|__|~~|`)(.+?)\1/g, '$2')
      .replace(/\\(?=[^\w\s])/g, ''),
  );
}

interface Tables {
  hasFocus: boolean;
  shown: DecorationSet;
}

/** Draws all tables of the parsed part of the text in their places. */
function draw(state: EditorState, hasFocus: boolean): DecorationSet {
  const found: Range<Decoration>[] = [];
  for (const table of tablesIn(syntaxTree(state))) {
    const [first, last] = [state.doc.lineAt(table.from), state.doc.lineAt(table.to)];
    const range = { from: first.from, to: last.to };
    if (last.number - first.number > MOST_LINES || isInUse(state, range, hasFocus)) continue;
    const widget = new TableWidget(state.sliceDoc(range.from, range.to));
    found.push(Decoration.replace({ widget, block: true }).range(range.from, range.to));
  }
  return Decoration.set(found);
}

/**
 * Returns the tables among the top-level blocks of the text, not those inside other blocks. The function is called with
 * every keystroke, and a long text has thousands of blocks. So it walks the blocks as the tree holds them, in groups
 * without a name, which takes a tenth of the time of a tree cursor.
 */
export function tablesIn(tree: Tree, start = 0, found: { from: number; to: number }[] = []) {
  for (const [index, block] of tree.children.entries()) {
    if (!(block instanceof Tree)) continue;
    const from = start + (tree.positions[index] ?? 0);
    if (block.type.isAnonymous) tablesIn(block, from, found);
    else if (block.type.name === 'Table') found.push({ from, to: from + block.length });
  }
  return found;
}

const tables = StateField.define<Tables>({
  create: (state) => ({ hasFocus: false, shown: draw(state, false) }),
  update(before, transaction) {
    const { state, startState, docChanged, selection, effects } = transaction;
    let { hasFocus } = before;
    for (const effect of effects) if (effect.is(focuses)) hasFocus = effect.value;
    const isSame = !docChanged && !selection && hasFocus === before.hasFocus;
    if (isSame && syntaxTree(startState) === syntaxTree(state)) return before;
    return { hasFocus, shown: draw(state, hasFocus) };
  },
  provide: (field) => EditorView.decorations.from(field, ({ shown }) => shown),
});

/** The arrow keys up and down move the cursor into a table, which it would otherwise skip. */
function intoTable(view: EditorView, isForward: boolean): boolean {
  const { main } = view.state.selection;
  const line = view.state.doc.lineAt(main.head);
  const beside = isForward ? line.to + 1 : line.from - 1;
  if (!main.empty || beside < 0 || beside > view.state.doc.length) return false;
  const next = view.moveVertically(main, isForward);
  if (next.head >= line.from && next.head <= line.to && next.head !== main.head) return false;
  let isThere = false;
  view.state.field(tables).shown.between(beside, beside, () => {
    isThere = true;
  });
  if (isThere) view.dispatch({ selection: { anchor: beside }, scrollIntoView: true });
  return isThere;
}

/** Shows tables as tables, and as Markdown where the cursor is. */
export const liveTables: Extension = [
  tables,
  ViewPlugin.define((view) => {
    const tell = () => view.dispatch({ effects: focuses.of(view.hasFocus) });
    return {
      update({ focusChanged }) {
        // CodeMirror forbids a dispatch during an update.
        if (focusChanged) queueMicrotask(tell);
      },
    };
  }),
  Prec.high(
    keymap.of([
      { key: 'ArrowDown', run: (view) => intoTable(view, true) },
      { key: 'ArrowUp', run: (view) => intoTable(view, false) },
    ]),
  ),
];
