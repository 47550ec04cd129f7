import { promptText } from '#shared/contract/prompts.ts';
import { placeholderRefusal } from '#shared/workflow/placeholder-faults.ts';
import { numberedName, type StepId, type StepList } from '#shared/workflow/steps.ts';
import { savedPrompt } from '#shared/workspace/prompt-document.ts';
import type { OpenDocuments } from '../../documents/open-documents.ts';
import { orNothing } from '../../documents/stored.ts';
import { createMirror, type Mirror, type Timers } from '../../editor/index.ts';
import type { KeyValue } from '../../ports.ts';
import { ownField, parsedJson } from '../stored-json.ts';
import type { CustomPromptDocuments } from './custom-prompt-documents.ts';

export type PromptTexts = Readonly<Record<StepId, string>>;

export interface CustomPromptOptions {
  steps: StepList;
  prompts: CustomPromptDocuments;
  documents: OpenDocuments;
  storage: KeyValue;
  timers: Timers;
  /**
   * Called when two devices have saved a prompt at the same moment: this prompt does not count, and must not be lost.
   */
  onOutdone(step: StepId, prompt: string): void;
  /** Called when another device has removed a custom prompt. */
  onRemoved(): Promise<void>;
  onChange(): void;
}

/** The prompts that the owner wrote in place of templates, mirrored under `customPrompts`. */
export interface CustomPrompts {
  /** Returns the prompts; the same object until something changes. A step without an own prompt is absent. */
  texts(): PromptTexts;
  /** Resolves to true when this computer has stored the prompt. */
  save(step: StepId, prompt: string, note?: string): Promise<boolean>;
  remove(step: StepId): Promise<void>;
  flush(): void;
}

export async function openCustomPrompts(options: CustomPromptOptions): Promise<CustomPrompts> {
  const { steps, prompts, documents, onChange } = options;
  let texts: PromptTexts = await readAll();

  async function readAll(): Promise<PromptTexts> {
    return Object.fromEntries([...(await prompts.all())].map(([step, { text }]) => [step, text]));
  }
  /** Passes on the prompts that were saved elsewhere and do not count. */
  async function handOutdone(): Promise<void> {
    for (const { id } of steps) {
      if (texts[id] === undefined) continue;
      const outdone = await prompts.takeOutdone(id);
      if (outdone.prompts.length === 0) continue;
      for (const prompt of outdone.prompts) options.onOutdone(id, prompt);
      await orNothing(documents.keep(outdone.document), undefined);
    }
  }
  function set(next: PromptTexts): void {
    texts = next;
    mirror.changed();
    onChange();
  }
  async function save(step: StepId, prompt: string, note = ''): Promise<boolean> {
    const document = await prompts.save(step, prompt, note);
    set({ ...texts, [step]: savedPrompt(document) });
    const written = documents.keep(document).then(() => true);
    return orNothing(written, false);
  }
  async function remove(step: StepId): Promise<void> {
    const { [step]: _gone, ...rest } = texts;
    set(rest);
    for (const document of await prompts.documents(step)) {
      const removed = documents.keep(document).then(() => documents.remove(document));
      await orNothing(removed, undefined);
    }
  }

  const mirror = mirrorOf(options, { texts: () => texts, save, remove });
  mirror.check();
  await handOutdone();

  documents.onForeign(async ({ id, kind, isRemoved }) => {
    if (kind !== 'prompt' || prompts.stepOf(id) === undefined) return;
    set(await readAll());
    await handOutdone();
    if (isRemoved) await options.onRemoved();
  });

  return { texts: () => texts, save, remove, flush: () => mirror.flush() };
}

function mirrorOf(
  { steps, storage, timers }: CustomPromptOptions,
  { texts, save, remove }: Omit<CustomPrompts, 'flush'>,
): Mirror {
  return createMirror({
    key: 'customPrompts',
    storage,
    timers,
    read: () => (Object.keys(texts()).length === 0 ? null : JSON.stringify(numbered(texts()))),
    takeIn(value) {
      const foreign = parsedJson(value);
      for (const { id: step } of steps) {
        const prompt = ownField(foreign, numberedName(step));
        if (typeof prompt === 'string' && prompt.trim() !== '') {
          // A prompt that names a value that the step cannot have is taken in as well: the owner is told before a run.
          if (prompt !== texts()[step] && promptText.safeParse(prompt).success) void save(step, prompt);
        } else if (texts()[step] !== undefined) void remove(step);
      }
    },
  });
}

/**
 * Returns why a step's prompt may be stored neither here nor on the server, in words for the owner; null when it may.
 */
export function promptRefusal(steps: StepList, step: StepId, prompt: string): string | null {
  return promptText.safeParse(prompt).error?.issues[0]?.message ?? placeholderRefusal(prompt, steps, step);
}

/** Returns prompts by the names that they have under the key `customPrompts`. */
function numbered(texts: PromptTexts): PromptTexts {
  return Object.fromEntries(Object.entries(texts).map(([step, text]) => [numberedName(step), text]));
}
