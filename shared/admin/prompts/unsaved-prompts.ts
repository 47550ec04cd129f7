import { formerNumber } from '#shared/workflow/former-numbers.ts';
import type { StepId, StepList } from '#shared/workflow/steps.ts';
import { forgetTyped, type PromptDocument, typedPrompts, typePrompt } from '#shared/workspace/prompt-document.ts';
import type { Desk } from './run-desk.ts';

export type UnsavedTexts = Readonly<Record<StepId, string>>;

/**
 * What was typed into prompt editors and neither saved nor given up. Each text is a document of its own beside the custom
 * prompt's, which the engine reads: a prompt that is half written buys nothing. Where two devices have begun one at the
 * same moment, one of them is shown until it is dealt with, then the other. A text in a document that a program of before
 * has named by the step's number goes on where it stands.
 */
export interface UnsavedPrompts {
  /** The same object until something changes; a step without a text has none. */
  texts(): UnsavedTexts;
  /** What the editor says now, on the disk half a second later; null once it is saved or given up. */
  set(step: StepId, text: string | null): void;
  /** Keeps a text that came from elsewhere beside what there is. */
  add(step: StepId, text: string): Promise<void>;
  flush(): Promise<void>;
}

const PREFIX = 'prompt:unsaved-';
const idOf = (step: StepId) => PREFIX + step;
/** The names of a step's documents: its own, and the one of before. */
function idsOf(step: StepId): string[] {
  const number = formerNumber(step);
  return number === null ? [idOf(step)] : [idOf(step), PREFIX + number];
}
const KEEP_MS = 500;

export interface UnsavedPromptOptions {
  steps: StepList;
  desk: Desk;
  /** Makes a name nobody else has. */
  unique(): string;
  onChange(): void;
}

/** A text, and the document it stands in. */
interface ShownText {
  readonly name: string;
  readonly documentId: string;
}

export async function openUnsavedPrompts({
  steps,
  desk,
  timers,
  unique,
  onChange,
}: UnsavedPromptOptions): Promise<UnsavedPrompts> {
  let texts: UnsavedTexts = {};
  const dirty = new Set<StepId>();
  /** The text that is shown of a step. */
  const shown = new Map<StepId, ShownText>();
  let callOff: (() => void) | null = null;

  function setText(step: StepId, text: string): void {
    if ((texts[step] ?? '') === text) return;
    const { [step]: _before, ...rest } = texts;
    texts = text === '' ? rest : { ...rest, [step]: text };
    onChange();
  }
  const open = (id: string) => desk.open('prompt', id);
  async function read(step: StepId): Promise<void> {
    const documents = await Promise.all(idsOf(step).map(open));
    const found = documents.flatMap((document) =>
      typedPrompts(document).map((typed) => ({ ...typed, documentId: document.id })),
    );
    if (dirty.has(step)) return;
    const last = shown.get(step);
    const one = found.find(({ name, documentId }) => name === last?.name && documentId === last.documentId) ?? found[0];
    if (one) shown.set(step, one);
    else shown.delete(step);
    setText(step, one?.text ?? '');
  }
  async function keepOne(step: StepId): Promise<void> {
    const text = texts[step] ?? '';
    const one = shown.get(step);
    if (one) {
      const document = await open(one.documentId);
      if (text === '') forgetTyped(document, one.name);
      else typePrompt(document, one.name, text);
      await write(document);
    }
    if (text === '') await read(step);
  }
  async function write(document: PromptDocument): Promise<void> {
    try {
      await desk.keep(document);
    } catch (error) {
      // Tried again with the next key.
      if (!(error instanceof NotKeptError)) throw error;
    }
  }
  async function keep(): Promise<void> {
    callOff?.();
    callOff = null;
    const steps = [...dirty];
    dirty.clear();
    await Promise.all(steps.map(keepOne));
  }

  // All of them, also those that are new: a page that goes has no time to open one.
  await Promise.all(steps.map((step) => read(step.id)));
  desk.onForeign(async ({ id }) => {
    const step = steps.find((each) => idsOf(each.id).includes(id));
    if (step) await read(step.id);
  });

  return {
    texts: () => texts,
    set(step, text) {
      dirty.add(step);
      if (text !== null && !shown.has(step)) shown.set(step, { name: unique(), documentId: idOf(step) });
      setText(step, text ?? '');
      callOff ??= timers.after(KEEP_MS, () => void keep());
    },
    async add(step, text) {
      const document = await open(idOf(step));
      typePrompt(document, unique(), text);
      readFrom(step, document);
      await desk.keep(document);
    },
  };
}
