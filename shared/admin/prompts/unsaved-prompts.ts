import { stepNumbers } from '#shared/workflow/run.ts';
import type { StepNumber } from '#shared/workflow/steps.ts';
import { forgetTyped, type PromptDocument, typedPrompts, typePrompt } from '#shared/workspace/prompt-document.ts';
import { NotKeptError } from '#shared/workspace/store-port.ts';
import type { Timers } from '../editor/index.ts';
import type { Desk } from './run-desk.ts';

export type UnsavedTexts = Readonly<Partial<Record<StepNumber, string>>>;

/**
 * What was typed into prompt editors and neither saved nor given up. Each text is a document of its own beside the custom
 * prompt's, which the engine reads: a prompt that is half written buys nothing. Where two devices have begun one at the
 * same moment, one of them is shown until it is dealt with, then the other.
 */
export interface UnsavedPrompts {
  /** The same object until something changes; a step without a text has none. */
  texts(): UnsavedTexts;
  /** What the editor says now, on the disk half a second later; null once it is saved or given up. */
  set(step: StepNumber, text: string | null): void;
  /** Keeps a text that came from elsewhere beside what there is. */
  add(step: StepNumber, text: string): Promise<void>;
  flush(): Promise<void>;
}

const PREFIX = 'prompt:unsaved-';
const idOf = (step: StepNumber) => PREFIX + step;
const KEEP_MS = 500;

export interface UnsavedPromptOptions {
  desk: Desk;
  timers: Timers;
  /** Makes a name nobody else has. */
  unique(): string;
  onChange(): void;
}

export async function openUnsavedPrompts({
  desk,
  timers,
  unique,
  onChange,
}: UnsavedPromptOptions): Promise<UnsavedPrompts> {
  let texts: UnsavedTexts = {};
  const dirty = new Set<StepNumber>();
  /** The name of the text that is shown of a step. */
  const shown = new Map<StepNumber, string>();
  let callOff: (() => void) | null = null;

  function setText(step: StepNumber, text: string): void {
    if ((texts[step] ?? '') === text) return;
    const { [step]: _before, ...rest } = texts;
    texts = text === '' ? rest : { ...rest, [step]: text };
    onChange();
  }
  const open = (step: StepNumber) => desk.open('prompt', idOf(step));
  async function read(step: StepNumber): Promise<void> {
    const found = typedPrompts(await open(step));
    if (dirty.has(step)) return;
    const one = found.find(({ name }) => name === shown.get(step)) ?? found[0];
    if (one) shown.set(step, one.name);
    else shown.delete(step);
    setText(step, one?.text ?? '');
  }
  async function keepOne(step: StepNumber): Promise<void> {
    const document = await open(step);
    const text = texts[step] ?? '';
    const name = shown.get(step);
    if (name !== undefined && text !== '') typePrompt(document, name, text);
    else if (name !== undefined) forgetTyped(document, name);
    await write(document);
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

  // All documents are open from the start, also those that are new: a page that goes away has no time to open one.
  await Promise.all(stepNumbers.map(read));
  desk.onForeign(async ({ id }) => {
    const step = stepNumbers.find((each) => idOf(each) === id);
    if (step !== undefined) await read(step);
  });

  return {
    texts: () => texts,
    set(step, text) {
      dirty.add(step);
      if (text !== null && !shown.has(step)) shown.set(step, unique());
      setText(step, text ?? '');
      callOff ??= timers.after(KEEP_MS, () => void keep());
    },
    async add(step, text) {
      const document = await open(step);
      typePrompt(document, unique(), text);
      await write(document);
      await read(step);
    },
    async flush() {
      if (callOff) await keep();
    },
  };
}
