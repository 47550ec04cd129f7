import { Facet } from '@codemirror/state';
import { type EditorView, WidgetType } from '@codemirror/view';
import { waitingPictureAt } from '#shared/kernel/waiting-picture.ts';
import type { AdminPorts } from '../../../ports.ts';
import { failedPictureText, pictureNote } from '../../../waiting-pictures/index.ts';

/** The bullet of an item. */
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

/** The box of a task; a press ticks it in the text. */
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
    // The cursor is in the text: there the box is two brackets.
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

/** The pictures that wait on this computer; null where the host keeps none. */
export const waitingInText = Facet.define<AdminPorts['waitingPictures'], AdminPorts['waitingPictures']>({
  combine: ([given]) => given ?? null,
});

/** Sources of pictures of other sites that the owner has asked to see. */
const asked = new Set<string>();

/** What ends the following of a picture that waits, by where it stands. */
const following = new WeakMap<HTMLElement, () => void>();

function noteOf(words: string): HTMLElement {
  const note = document.createElement('span');
  note.className = 'cm-picture-note';
  note.textContent = words;
  return note;
}

/** A picture in its place. One of another site is asked for only when the owner wants it, as in the preview. */
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
    // It takes its room when it has come.
    picture.addEventListener('load', () => view.requestMeasure());
    picture.addEventListener('error', () => {
      frame.replaceChildren(noteOf(failedPictureText(this.source, this.words)));
      view.requestMeasure();
    });
    picture.src = this.source;
    frame.replaceChildren(picture);
    this.sayItWaits(frame, view);
  }
  /** Says beneath a picture that it waits, or why it is not sent, for as long as it does. */
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
