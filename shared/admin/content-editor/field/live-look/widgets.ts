import { Facet } from '@codemirror/state';
import { type EditorView, WidgetType } from '@codemirror/view';
import { waitingPictureAt } from '#shared/kernel/waiting-picture.ts';
import type { AdminPorts } from '../../../ports.ts';
import { failedPictureText, pictureNote } from '../../../waiting-pictures/index.ts';

/** The bullet of a list item. */
export class BulletWidget extends WidgetType {
  override eq(): boolean {
    return true;
  }
  toDOM(): HTMLElement {
    const bullet = document.createElement('span');
    bullet.className = 'cm-bullet';
    bullet.textContent = '•';
    return bullet;
  }
}

/** A line across the text. */
export class RuleWidget extends WidgetType {
  override eq(): boolean {
    return true;
  }
  toDOM(): HTMLElement {
    const rule = document.createElement('span');
    rule.className = 'cm-rule';
    rule.role = 'separator';
    return rule;
  }
}

/** The checkbox of a task; pressing it ticks the task in the text. */
export class TaskWidget extends WidgetType {
  readonly isDone: boolean;
  constructor(isDone: boolean) {
    super();
    this.isDone = isDone;
  }
  override eq(other: TaskWidget): boolean {
    return other.isDone === this.isDone;
  }
  toDOM(view: EditorView): HTMLElement {
    const box = document.createElement('input');
    box.type = 'checkbox';
    box.className = 'cm-task';
    box.checked = this.isDone;
    box.ariaLabel = 'Done';
    // Not a tab stop: the cursor is in the text, and at the cursor the box is shown as two brackets.
    box.tabIndex = -1;
    box.disabled = view.state.readOnly;
    box.addEventListener('mousedown', (event) => event.preventDefault());
    box.addEventListener('click', (event) => {
      event.preventDefault();
      const from = view.posAtDOM(box);
      const insert = this.isDone ? '[ ]' : '[x]';
      if (!view.state.readOnly) view.dispatch({ changes: { from, to: from + 3, insert }, userEvent: 'input' });
    });
    return box;
  }
  override ignoreEvent(): boolean {
    return true;
  }
}

/** The pictures that wait on this computer to be sent; null if the host keeps none. */
export const waitingInText = Facet.define<AdminPorts['waitingPictures'], AdminPorts['waitingPictures']>({
  combine: ([given]) => given ?? null,
});

/** The sources of pictures from other sites that the owner has asked to see. */
const asked = new Set<string>();

/** For the element of each waiting picture, the function that ends its subscription. */
const following = new WeakMap<HTMLElement, () => void>();

function noteOf(words: string): HTMLElement {
  const note = document.createElement('span');
  note.className = 'cm-picture-note';
  note.textContent = words;
  return note;
}

/** A picture in its place. A picture from another site is loaded only when the owner asks for it, as in the preview. */
export class PictureWidget extends WidgetType {
  readonly source: string;
  readonly words: string;
  constructor(source: string, words: string) {
    super();
    this.source = source;
    this.words = words;
  }
  override eq(other: PictureWidget): boolean {
    return other.source === this.source && other.words === this.words;
  }
  override get estimatedHeight(): number {
    return 200;
  }
  toDOM(view: EditorView): HTMLElement {
    const frame = document.createElement('span');
    frame.className = 'cm-picture';
    const waiting = view.state.facet(waitingInText);
    const note = pictureNote(this.source, waiting?.state.getState() ?? null);
    if (note && !note.isShown) frame.append(noteOf(note.words));
    else if (this.source.startsWith('/uploads/') || asked.has(this.source)) this.show(frame, view);
    else {
      const button = document.createElement('button');
      button.type = 'button';
      button.tabIndex = -1;
      const host = URL.canParse(this.source) ? new URL(this.source).host : this.source;
      button.textContent = `Show the picture of ${host}${this.words === '' ? '' : `: ${this.words}`}`;
      button.addEventListener('mousedown', (event) => {
        event.preventDefault();
        event.stopPropagation();
        asked.add(this.source);
        this.show(frame, view);
      });
      frame.append(button);
    }
    return frame;
  }
  private show(frame: HTMLElement, view: EditorView): void {
    const picture = document.createElement('img');
    picture.alt = this.words;
    picture.loading = 'lazy';
    picture.decoding = 'async';
    // The height of the picture is known only once it has loaded.
    picture.addEventListener('load', () => view.requestMeasure());
    picture.addEventListener('error', () => {
      frame.replaceChildren(noteOf(failedPictureText(this.source, this.words)));
      view.requestMeasure();
    });
    picture.src = this.source;
    frame.replaceChildren(picture);
    this.sayItWaits(frame, view);
  }
  /** Shows a note beneath a picture while it waits to be sent, or says why it cannot be sent. */
  private sayItWaits(frame: HTMLElement, view: EditorView): void {
    const state = view.state.facet(waitingInText)?.state;
    if (!state || waitingPictureAt(this.source) === null) return;
    const line = noteOf('');
    const say = () => {
      line.textContent = pictureNote(this.source, state.getState())?.words ?? '';
      if (line.textContent === '') line.remove();
      else if (frame.querySelector('img')) frame.append(line);
      view.requestMeasure();
    };
    say();
    following.set(frame, state.subscribe(say));
  }
  override destroy(frame: HTMLElement): void {
    following.get(frame)?.();
    following.delete(frame);
  }
  override ignoreEvent(event: Event): boolean {
    return event.target instanceof HTMLButtonElement;
  }
}
