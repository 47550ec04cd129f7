import { stepNumbers } from '#shared/workflow/run.ts';
import type { StepNumber } from '#shared/workflow/steps.ts';
import { NotKeptError } from '#shared/workspace/store-port.ts';
import type { Timers } from '../editor/index.ts';
import type { Desk } from './run-desk.ts';

export type UnsavedTexts = Readonly<Partial<Record<StepNumber, string>>>;

/**
 * What was typed into prompt editors and neither saved nor given up. Each text is a document of its own beside the custom
 * prompt's, which the engine reads: a prompt that is half written buys nothing.
 */
export interface UnsavedPrompts {
  /** The same object until something changes; a step without a text has none. */
  texts(): UnsavedTexts;
  /** What the editor says now, on the disk half a second later; null once it is saved or given up. */
  set(step: StepNumber, text: string | null): void;
  flush(): Promise<void>;
}

const PREFIX = 'prompt:unsaved-';
const idOf = (step: StepNumber) => PREFIX + step;
const KEEP_MS = 500;

export interface UnsavedPromptOptions {
  desk: Desk;
  timers: Timers;
  onChange(): void;
}

export async function openUnsavedPrompts({ desk, timers, onChange }: UnsavedPromptOptions): Promise<UnsavedPrompts> {
  let texts: UnsavedTexts = {};
  const dirty = new Set<StepNumber>();
  let callOff: (() => void) | null = null;

  function setText(step: StepNumber, text: string): void {
    if ((texts[step] ?? '') === text) return;
    const { [step]: _before, ...rest } = texts;
    texts = text === '' ? rest : { ...rest, [step]: text };
    onChange();
  }
  const open = (step: StepNumber) => desk.open('prompt', idOf(step));
  async function read(step: StepNumber): Promise<void> {
    const document = await open(step);
    if (!dirty.has(step)) setText(step, document.text('prompt'));
  }
  async function keepOne(step: StepNumber): Promise<void> {
    const document = await open(step);
    document.setText('prompt', texts[step] ?? '');
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
  await Promise.all(stepNumbers.map(read));
  desk.onForeign(async ({ id }) => {
    const step = stepNumbers.find((each) => idOf(each) === id);
    if (step !== undefined) await read(step);
  });

  return {
    texts: () => texts,
    set(step, text) {
      dirty.add(step);
      setText(step, text ?? '');
      callOff ??= timers.after(KEEP_MS, () => void keep());
    },
    async flush() {
      if (callOff) await keep();
    },
  };
}
