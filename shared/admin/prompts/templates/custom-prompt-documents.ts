import { fingerprint } from '#shared/kernel/fingerprint.ts';
import { formerPromptDocumentId, promptDocumentId } from '#shared/runs/prompt-ids.ts';
import type { StepId, StepList } from '#shared/workflow/steps.ts';
import { type PromptDocument, savedPrompt, savePrompt, takeOutdone } from '#shared/workspace/prompt-document.ts';
import type { OpenDocuments } from '../../documents/open-documents.ts';

/**
 * A field of a step's document: the fingerprint of the prompt in the earlier program's document when this prompt was
 * saved.
 */
const FORMER = 'former';

/** A field of a step's document: the owner's note on the change, until the server has it. */
const NOTE = 'note';

/** Returns the owner's note on a prompt that was not sent to the server yet; empty when there is none. */
export function noteOf(document: PromptDocument): string {
  const note = document.field(NOTE);
  return typeof note === 'string' ? note : '';
}

/** Notes that the server has the prompt of this document, with its note. */
export function markSent(document: PromptDocument): void {
  document.setField('isUnsent', undefined);
  document.setField(NOTE, undefined);
}

/** The owner's prompt of a step, and the document that holds it. */
export interface CustomPrompt {
  readonly text: string;
  readonly document: PromptDocument;
}

/**
 * The owner's own prompts in this device's documents. A step's document is named by the step's id; earlier programs
 * name it by a number, and may still write their document on another device. A prompt saved here takes precedence over
 * theirs. A prompt that they saved later, or without having seen the one here, is handed out as outdone: no prompt is
 * lost, and none is taken for another step's.
 */
export interface CustomPromptDocuments {
  /** Returns the prompts that count, by step; a step without an own prompt is absent. */
  all(): Promise<ReadonlyMap<StepId, CustomPrompt>>;
  /** Returns the step whose prompt a document holds; undefined for a document of no known step. */
  stepOf(documentId: string): StepId | undefined;
  /** Writes a prompt into its document, but not yet to the disk. Returns the document. */
  save(step: StepId, prompt: string, note: string): Promise<PromptDocument>;
  /**
   * Takes out the prompts that were saved elsewhere and do not count. Returns them with the document that must be
   * written to the disk.
   */
  takeOutdone(step: StepId): Promise<{ prompts: readonly string[]; document: PromptDocument }>;
  /** Returns the documents of a step that are not deleted. */
  documents(step: StepId): Promise<PromptDocument[]>;
}

export function createCustomPromptDocuments(
  documents: OpenDocuments,
  steps: StepList,
  unique: () => string,
): CustomPromptDocuments {
  async function openLiving(living: ReadonlySet<string>, id: string | null): Promise<CustomPrompt | null> {
    if (id === null || !living.has(id)) return null;
    const document = await documents.open('prompt', id);
    const text = savedPrompt(document);
    return text.trim() === '' ? null : { text, document };
  }
  const listed = async () => new Set(await documents.list('prompt'));
  const own = (living: ReadonlySet<string>, step: StepId) => openLiving(living, promptDocumentId(step));
  const former = (living: ReadonlySet<string>, step: StepId) => openLiving(living, formerPromptDocumentId(step));

  return {
    async all() {
      const living = await listed();
      const found = new Map<StepId, CustomPrompt>();
      for (const { id } of steps) {
        const counting = (await own(living, id)) ?? (await former(living, id));
        if (counting) found.set(id, counting);
      }
      return found;
    },
    stepOf: (documentId) =>
      steps.find(({ id }) => documentId === promptDocumentId(id) || documentId === formerPromptDocumentId(id))?.id,
    async save(step, prompt, note) {
      const document = await documents.open('prompt', promptDocumentId(step));
      const before = await former(await listed(), step);
      savePrompt(document, unique(), prompt);
      document.setField('isUnsent', true);
      document.setField(NOTE, note === '' ? undefined : note);
      document.setField(FORMER, before ? fingerprint(before.text) : undefined);
      return document;
    },
    async takeOutdone(step) {
      const living = await listed();
      const [counting, before] = [await own(living, step), await former(living, step)];
      const document = counting?.document ?? (await documents.open('prompt', promptDocumentId(step)));
      if (!counting || !before) {
        const only = before?.document ?? document;
        return { prompts: takeOutdone(only), document: only };
      }
      const prompts = takeOutdone(document);
      const print = fingerprint(before.text);
      if (document.field(FORMER) === print || before.text === counting.text) return { prompts, document };
      document.setField(FORMER, print);
      return { prompts: [...prompts, before.text], document };
    },
    async documents(step) {
      const living = await listed();
      const ids = [promptDocumentId(step), formerPromptDocumentId(step)].filter((id) => id !== null && living.has(id));
      return Promise.all(ids.map((id) => documents.open('prompt', String(id))));
    },
  };
}
