import { fingerprint } from '#shared/kernel/fingerprint.ts';
import { formerPromptDocumentId, promptDocumentId } from '#shared/runs/prompt-ids.ts';
import type { StepId, StepList } from '#shared/workflow/steps.ts';
import { type PromptDocument, savedPrompt, savePrompt, takeOutdone } from '#shared/workspace/prompt-document.ts';
import type { OpenDocuments } from '../../documents/open-documents.ts';

/** In a step's document: the prompt that stood in the earlier document when this one was saved. */
const FORMER = 'former';

/** In a step's document: what the owner said of the change, until the server has it. */
const NOTE = 'note';

/** What was said of a prompt that the server has not had; empty for nothing. */
export function noteOf(document: PromptDocument): string {
  const note = document.field(NOTE);
  return typeof note === 'string' ? note : '';
}

/** The server has had the prompt of this document, with its note. */
export function markSent(document: PromptDocument): void {
  document.setField('isUnsent', undefined);
  document.setField(NOTE, undefined);
}

/** The owner's prompt of a step, and the document that says it. */
export interface CustomPrompt {
  readonly text: string;
  readonly document: PromptDocument;
}

/**
 * The owner's own prompts on this device's documents. A step's document is named by the step's id; earlier programs name it by
 * a number, and may still write theirs on another device. What is saved here goes before theirs; what they save without
 * having seen it, or after, is handed out as outdone: none is lost, and none is taken for another step's.
 */
export interface CustomPromptDocuments {
  /** What counts, by step; a step without a prompt of its own has none. */
  all(): Promise<ReadonlyMap<StepId, CustomPrompt>>;
  /** The step a document holds the prompt of; undefined for one of no step that is known. */
  stepOf(documentId: string): StepId | undefined;
  /** Writes a prompt, not to the disk yet. Gives its document. */
  save(step: StepId, prompt: string, note: string): Promise<PromptDocument>;
  /** Takes out what was saved elsewhere and does not count. Gives it with the document that is to be kept. */
  takeOutdone(step: StepId): Promise<{ prompts: readonly string[]; document: PromptDocument }>;
  /** The living documents of a step. */
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
