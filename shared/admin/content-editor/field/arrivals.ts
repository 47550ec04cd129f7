import { type EditorState, type Extension, StateEffect, StateField } from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView, WidgetType } from '@codemirror/view';
import { isMarkdownName } from '../../markdown-name.ts';

/** Takes files that were put into the text, with the place where they were put. */
type TakeFiles = (files: readonly File[], offset: number) => void;

const arrives = StateEffect.define<{ number: number; offset: number; name: string }>();
const isGone = StateEffect.define<number>();

class PlaceWidget extends WidgetType {
  readonly number: number;
  readonly name: string;
  constructor(number: number, name: string) {
    super();
    this.number = number;
    this.name = name;
  }
  override eq(other: PlaceWidget): boolean {
    return other.number === this.number;
  }
  toDOM(): HTMLElement {
    const place = document.createElement('span');
    // The list under the text announces the same, with the progress.
    place.ariaHidden = 'true';
    place.className = 'cm-arriving';
    place.textContent = this.name;
    return place;
  }
}

/** The places where pictures that are being uploaded will go. The places move along with the words around them. */
const places = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(before, { changes, effects }) {
    let now = before.map(changes);
    for (const effect of effects) {
      if (effect.is(arrives)) {
        const { number, offset, name } = effect.value;
        const mark = Decoration.widget({ widget: new PlaceWidget(number, name), side: 1 });
        now = now.update({ add: [mark.range(Math.min(offset, changes.newLength))] });
      } else if (effect.is(isGone)) {
        now = now.update({ filter: (_from, _to, { spec }) => spec.widget.number !== effect.value });
      }
    }
    return now;
  },
  provide: (field) => EditorView.decorations.from(field),
});

/** Marks the place of a picture that is being uploaded. */
export function markPlace(view: EditorView, number: number, { offset, name }: { offset: number; name: string }): void {
  view.dispatch({ effects: arrives.of({ number, offset, name }) });
}

/** Removes the mark, and returns the last place of it. */
export function takePlace(view: EditorView, number: number): number {
  const place = placeOf(view.state, number);
  view.dispatch({ effects: isGone.of(number) });
  return place;
}

function placeOf(state: EditorState, number: number): number {
  let place = state.selection.main.to;
  state.field(places).between(0, state.doc.length, (from, _to, { spec }) => {
    if (spec.widget.number === number) place = from;
  });
  return place;
}

/** Takes pictures that are pasted or dropped into the text. */
export function arrivals(take: TakeFiles): Extension {
  return [
    places,
    EditorView.domEventHandlers({
      paste({ clipboardData }, { state }) {
        // Text that is copied from a word processor also comes with a picture of itself.
        if (!clipboardData || clipboardData.files.length === 0 || clipboardData.types.includes('text/plain'))
          return false;
        if (!state.readOnly) take([...clipboardData.files], state.selection.main.to);
        return true;
      },
      dragover(event) {
        if (event.dataTransfer?.types.includes('Files')) event.preventDefault();
        return false;
      },
      drop({ dataTransfer, clientX, clientY }, view) {
        const files = [...(dataTransfer?.files ?? [])];
        if (files.length === 0) return false;
        const pictures = files.filter((file) => !isMarkdownName(file));
        if (pictures.length === 0) {
          // The page opens Markdown files, wherever they are dropped; the editor would write their content into this
          // text.
          window.dispatchEvent(new DragEvent('drop', { dataTransfer, cancelable: true }));
        } else if (!view.state.readOnly) take(pictures, view.posAtCoords({ x: clientX, y: clientY }, false));
        return true;
      },
    }),
  ];
}
