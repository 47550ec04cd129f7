import { stepNumbers } from '#shared/workflow/run.ts';
import type { StepNumber } from '#shared/workflow/steps.ts';
import { forgetTyped, type PromptDocument, typedPrompts, typePrompt } from '#shared/workspace/prompt-document.ts';
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
  /** Keeps a text that came from elsewhere beside what there is. Throws NotKeptError; then it is tried again. */
  add(step: StepNumber, text: string): Promise<void>;
}

const PREFIX = 'prompt:unsaved-';
const idOf = (step: StepNumber) => PREFIX + step;
const KEEP_MS = 500;

export interface UnsavedPromptOptions {
  desk: Desk;
  /** Makes a name nobody else has. */
  unique(): string;
  onChange(): void;
}

export async function openUnsavedPrompts({ desk, unique, onChange }: UnsavedPromptOptions): Promise<UnsavedPrompts> {
  let texts: UnsavedTexts = {};
  /** The name of the text that is shown of a step. */
  const shown = new Map<StepNumber, string>();
  const documents = new Map<StepNumber, PromptDocument>();

  function setText(step: StepNumber, text: string): void {
    if ((texts[step] ?? '') === text) return;
    const { [step]: _before, ...rest } = texts;
    texts = text === '' ? rest : { ...rest, [step]: text };
    onChange();
  }
  async function open(step: StepNumber): Promise<PromptDocument> {
    const document = documents.get(step) ?? (await desk.open('prompt', idOf(step)));
    documents.set(step, document);
    return document;
  }
  async function read(step: StepNumber): Promise<void> {
    readFrom(step, await open(step));
  }
  function readFrom(step: StepNumber, document: PromptDocument): void {
    const found = typedPrompts(document);
    const one = found.find(({ name }) => name === shown.get(step)) ?? found[0];
    if (one) shown.set(step, one.name);
    else shown.delete(step);
    setText(step, one?.text ?? '');
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
      const document = documents.get(step);
      if (text && !shown.has(step)) shown.set(step, unique());
      const name = shown.get(step);
      if (document === undefined || name === undefined) return;
      desk.keepSoon(document, KEEP_MS);
      if (text) {
        typePrompt(document, name, text);
        setText(step, text);
      } else {
        forgetTyped(document, name);
        readFrom(step, document);
      }
    },
    async add(step, text) {
      const document = await open(step);
      typePrompt(document, unique(), text);
      readFrom(step, document);
      await desk.keep(document);
    },
  };
}
