import { formerNumber, type StepId, type StepList } from '#shared/workflow/steps.ts';
import { forgetTyped, type PromptDocument, typedPrompts, typePrompt } from '#shared/workspace/prompt-document.ts';
import type { OpenDocuments } from '../../documents/open-documents.ts';

export type UnsavedTexts = Readonly<Record<StepId, string>>;

/**
 * The texts that were typed into prompt editors and neither saved nor discarded. Each text is in a document of its own,
 * apart from the custom prompt, which the engine reads: so a half-written prompt buys nothing. When two devices have
 * begun a text at the same moment, one of the two is shown until it is saved or discarded, then the other. A text in a
 * document that an earlier program named by the step's number stays in that document.
 */
export interface UnsavedPrompts {
  /** Returns the texts; the same object until something changes. A step without a text is absent. */
  texts(): UnsavedTexts;
  /**
   * Stores the current text of the editor, on the disk half a second later; null when the text is saved or discarded.
   */
  set(step: StepId, text: string | null): void;
  /**
   * Keeps a text from elsewhere in addition to the existing ones. Throws NotKeptError; the write is then tried again.
   */
  add(step: StepId, text: string): Promise<void>;
}

const PREFIX = 'prompt:unsaved-';
const idOf = (step: StepId) => PREFIX + step;
/** Returns the ids of a step's documents: its own, and the one that an earlier program used. */
function idsOf(step: StepId): string[] {
  const number = formerNumber(step);
  return number === null ? [idOf(step)] : [idOf(step), PREFIX + number];
}
const KEEP_MS = 500;

export interface UnsavedPromptOptions {
  steps: StepList;
  documents: OpenDocuments;
  /** Makes a unique name. */
  unique(): string;
  onChange(): void;
}

/** A text's name, and the document that holds the text. */
interface ShownText {
  readonly name: string;
  readonly document: PromptDocument;
}

export async function openUnsavedPrompts(options: UnsavedPromptOptions): Promise<UnsavedPrompts> {
  const { steps, documents, unique, onChange } = options;
  let texts: UnsavedTexts = {};
  /** The text that is shown for each step. */
  const shown = new Map<StepId, ShownText>();
  const opened = new Map<string, PromptDocument>();

  function setText(step: StepId, text: string): void {
    if ((texts[step] ?? '') === text) return;
    const { [step]: _before, ...rest } = texts;
    texts = text === '' ? rest : { ...rest, [step]: text };
    onChange();
  }
  async function open(id: string): Promise<PromptDocument> {
    const document = opened.get(id) ?? (await documents.open('prompt', id));
    opened.set(id, document);
    return document;
  }
  async function read(step: StepId): Promise<void> {
    await Promise.all(idsOf(step).map(open));
    readOpen(step);
  }
  function readOpen(step: StepId): void {
    const found = idsOf(step).flatMap((id) => {
      const document = opened.get(id);
      return document ? typedPrompts(document).map((typed) => ({ ...typed, document })) : [];
    });
    const last = shown.get(step);
    const one = found.find(({ name, document }) => name === last?.name && document === last.document) ?? found[0];
    if (one) shown.set(step, one);
    else shown.delete(step);
    setText(step, one?.text ?? '');
  }

  // All documents are open from the start, also new ones: a page that is closing has no time to open one.
  await Promise.all(steps.map(({ id }) => read(id)));
  documents.onForeign(async ({ id }) => {
    const step = steps.find((each) => idsOf(each.id).includes(id));
    if (step) await read(step.id);
  });

  return {
    texts: () => texts,
    set(step, text) {
      const own = opened.get(idOf(step));
      if (text && own && !shown.has(step)) shown.set(step, { name: unique(), document: own });
      const one = shown.get(step);
      if (one === undefined) return;
      documents.keepSoon(one.document, KEEP_MS);
      if (text) {
        typePrompt(one.document, one.name, text);
        setText(step, text);
      } else {
        forgetTyped(one.document, one.name);
        readOpen(step);
      }
    },
    async add(step, text) {
      const document = await open(idOf(step));
      typePrompt(document, unique(), text);
      readOpen(step);
      await documents.keep(document);
    },
  };
}
