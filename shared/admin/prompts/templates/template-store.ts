import { ApiError } from '#shared/api-client/api-error.ts';
import type { ApiClient } from '#shared/api-client/client.ts';
import {
  listPromptTemplates,
  type PromptTemplate,
  promptText,
  resetPromptTemplate,
  updatePromptTemplate,
} from '#shared/contract/prompts.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import { numberedName, stepOfFormerNumber } from '#shared/workflow/former-numbers.ts';
import { type Message, workflowMessages } from '#shared/workflow/messages.ts';
import type { StepId, StepList } from '#shared/workflow/steps.ts';
import { type PromptDocument, savedPrompt } from '#shared/workspace/prompt-document.ts';
import { NotKeptError } from '#shared/workspace/store-port.ts';
import { createMirror, type Timers } from '../../editor/index.ts';
import { errorText } from '../../error-text.ts';
import type { KeyValue } from '../../ports.ts';
import { FIVE_MINUTES } from '../../query-client.ts';
import { createCustomPrompts, promptDocumentId } from './custom-prompts.ts';
import type { Desk } from '../../documents/open-documents.ts';
import { field, parsed } from '../runs/run-preferences.ts';

export type PromptTexts = Readonly<Record<StepId, string>>;

export interface TemplateStoreOptions {
  steps: StepList;
  api: ApiClient;
  desk: Desk;
  storage: KeyValue;
  clock: Clock;
  timers: Timers;
  notice(notice: Message): void;
  signedOut(): void;
  action(name: string, isDone: boolean): void;
  /** Makes a name nobody else has. */
  unique(): string;
  /** Two devices have saved a prompt at the same moment; this one does not count, and is not to be lost. */
  onOutdone(step: StepId, prompt: string): void;
  onChange(): void;
}

/** The prompts of the steps: the server's templates, and over them what the owner wrote here. */
export interface TemplateStore {
  templates(): readonly PromptTemplate[] | null;
  custom(): PromptTexts;
  /** The custom prompt, else the template; null where there is neither. */
  promptOf(step: StepId): string | null;
  /** Fetches the templates where they are missing. False when a step could not be begun for want of them. */
  prepare(): Promise<boolean>;
  /**
   * Fetches them where none of the last five minutes are here, and sends custom prompts the server has not had. Throws
   * what the calls throw.
   */
  refresh(): Promise<void>;
  /**
   * Kept here at once, offline too; the server is told when it can be. False when neither took it, or it is one that
   * `promptRefusal` refuses.
   */
  save(step: StepId, prompt: string): Promise<boolean>;
  reset(step: StepId): Promise<boolean>;
  resetAll(): Promise<boolean>;
  flush(): void;
}

export async function openTemplateStore(options: TemplateStoreOptions): Promise<TemplateStore> {
  const { steps, api, desk, storage, clock, timers, notice, unique, onChange } = options;
  const prompts = createCustomPrompts(desk, steps, unique);
  let templates: readonly PromptTemplate[] | null = null;
  let fetchedAt = 0;
  let custom: PromptTexts = await readCustom();
  let fetching: Promise<void> | null = null;
  let isSignedOutTold = false;

  async function readCustom(): Promise<PromptTexts> {
    return Object.fromEntries([...(await prompts.all())].map(([step, { text }]) => [step, text]));
  }
  /** Hands on what was saved elsewhere and does not count. */
  async function handOutdone(): Promise<void> {
    for (const { id } of steps) {
      if (custom[id] === undefined) continue;
      const outdone = await prompts.takeOutdone(id);
      if (outdone.prompts.length === 0) continue;
      for (const prompt of outdone.prompts) options.onOutdone(id, prompt);
      await keptOrNot(() => desk.keep(outdone.document));
    }
  }
  function setCustom(next: PromptTexts): void {
    custom = next;
    mirror.changed();
    onChange();
  }
  function without(step: StepId): PromptTexts {
    const { [step]: _gone, ...rest } = custom;
    return rest;
  }

  /** True when this computer has it. */
  async function keepCustom(step: StepId, prompt: string): Promise<boolean> {
    const document = await prompts.save(step, prompt);
    setCustom({ ...custom, [step]: savedPrompt(document) });
    return keptOrNot(() => desk.keep(document));
  }
  async function dropCustom(step: StepId): Promise<void> {
    setCustom(without(step));
    for (const document of await prompts.documents(step)) {
      await keptOrNot(async () => {
        await desk.keep(document);
        await desk.remove(document);
      });
    }
  }
  /** The number the server knows a step by: its list may be another. Null for one it has no template of. */
  async function numberThere(step: StepId): Promise<number | null> {
    if (templates === null) await fetchAll();
    return templates?.find((template) => stepOf(template) === step)?.stepNumber ?? null;
  }
  async function send(step: StepId, prompt: string, document: PromptDocument): Promise<void> {
    const number = await numberThere(step);
    // A server that does not know the step takes it when it does.
    if (number === null) return;
    replaced(await api.call(updatePromptTemplate, { params: { stepNumber: number }, body: { prompt } }));
    // What was written meanwhile is still to be sent.
    if (savedPrompt(document) === prompt) document.setField('isUnsent', undefined);
    await keptOrNot(() => desk.keep(document));
  }
  function replaced(template: PromptTemplate): void {
    if (templates === null) return;
    templates = templates.map((each) => (each.stepNumber === template.stepNumber ? template : each));
    onChange();
  }
  async function fetchAll(): Promise<void> {
    const asked = clock.now();
    templates = await api.call(listPromptTemplates);
    fetchedAt = asked;
    onChange();
  }
  /** After a save the server's list counts. The save is through, whether or not the list can be had. */
  const fetchAfterSave = () => fetchAll().catch(() => undefined);
  /** A clock that was set back must not keep an old list for longer. */
  function isFresh(): boolean {
    const age = clock.now() - fetchedAt;
    return templates !== null && age >= 0 && age < FIVE_MINUTES;
  }
  async function sendUnsent(): Promise<void> {
    let hasSent = false;
    for (const [step, { text, document }] of await prompts.all()) {
      if (document.field('isUnsent') !== true) continue;
      await send(step, text, document);
      hasSent = true;
    }
    if (hasSent) await fetchAfterSave();
  }
  const refresh = () => {
    fetching ??= (isFresh() ? Promise.resolve() : fetchAll()).then(sendUnsent).finally(() => {
      fetching = null;
    });
    return fetching;
  };

  const mirror = createMirror({
    key: 'customPrompts',
    storage,
    timers,
    read: () => (Object.keys(custom).length === 0 ? null : JSON.stringify(numbered(custom))),
    takeIn(value) {
      const foreign = parsed(value);
      for (const { id: step } of steps) {
        const prompt = field(foreign, numberedName(step));
        if (typeof prompt === 'string' && prompt.trim() !== '') {
          if (prompt !== custom[step] && promptRefusal(prompt) === null) void keepCustom(step, prompt);
        } else if (custom[step] !== undefined) void dropCustom(step);
      }
    },
  });
  mirror.check();
  await handOutdone();

  desk.onForeign(async ({ id, kind, isRemoved }) => {
    if (kind !== 'prompt' || prompts.stepOf(id) === undefined) return;
    setCustom(await readCustom());
    await handOutdone();
    // It was reset there, and so was the template. Out of reach, the next refresh brings it.
    if (isRemoved && templates !== null) await fetchAll().catch(() => undefined);
  });

  /** Brings one step's shipped prompt back, here and on the server. Throws what the call throws. */
  async function resetOne(step: StepId): Promise<void> {
    const number = await numberThere(step);
    if (number === null) throw new MissingTemplate();
    replaced(await api.call(resetPromptTemplate, { params: { stepNumber: number } }));
    if (custom[step] !== undefined) await dropCustom(step);
  }
  function failed(error: unknown): boolean {
    if (error instanceof ApiError && error.status === 401) options.signedOut();
    const isMissing = error instanceof MissingTemplate || (error instanceof ApiError && error.code === 'not_found');
    notice(isMissing ? workflowMessages.promptResetMissing : workflowMessages.promptResetFailed);
    return false;
  }
  /** Tells the outcome to the analytics. */
  async function reported(name: string, work: () => Promise<boolean>): Promise<boolean> {
    const isDone = await work();
    options.action(name, isDone);
    return isDone;
  }

  return {
    templates: () => templates,
    custom: () => custom,
    promptOf: (step) => custom[step] ?? templateOf(templates, step),
    async prepare() {
      if (templates !== null) return true;
      try {
        await refresh();
      } catch (error) {
        // This call is repeated often: an owner who has closed the sign-in dialog must not get it each time.
        if (error instanceof ApiError && error.status === 401 && !isSignedOutTold) options.signedOut();
        isSignedOutTold = error instanceof ApiError && error.status === 401;
        return templates !== null || steps.every(({ id }) => custom[id] !== undefined);
      }
      return true;
    },
    refresh,
    save: (step, prompt) =>
      reported('prompt_saved', async () => {
        const refusal = promptRefusal(prompt);
        if (refusal !== null) {
          notice(workflowMessages.promptSaveFailed(refusal));
          return false;
        }
        const isKept = await keepCustom(step, prompt);
        try {
          await send(step, prompt, await desk.open('prompt', promptDocumentId(step)));
          await fetchAfterSave();
        } catch (error) {
          if (error instanceof ApiError && error.status === 401) options.signedOut();
          // Offline it is kept here, and sent with the next refresh.
          if (error instanceof ApiError || !isKept) {
            notice(workflowMessages.promptSaveFailed(errorText(error)));
            return false;
          }
        }
        notice(workflowMessages.promptSaved);
        return true;
      }),
    reset: (step) =>
      reported('prompt_reset', async () => {
        try {
          await resetOne(step);
        } catch (error) {
          return failed(error);
        }
        notice(workflowMessages.promptReset);
        return true;
      }),
    resetAll: () =>
      reported('prompts_cleared', async () => {
        try {
          for (const { id } of steps) await resetOne(id);
        } catch (error) {
          return failed(error);
        }
        notice(workflowMessages.promptsCleared(steps));
        return true;
      }),
    flush: () => mirror.flush(),
  };
}

/** Why a prompt can be kept neither here nor on the server, in words for the owner; null when it can. */
export function promptRefusal(prompt: string): string | null {
  return promptText.safeParse(prompt).error?.issues[0]?.message ?? null;
}

/** The server has no template of a step. */
class MissingTemplate extends Error {}

/** The step of a template. A server of before says its number alone. */
function stepOf({ step, stepNumber }: PromptTemplate): StepId | null {
  return step ?? stepOfFormerNumber(stepNumber);
}

/** Prompts by the names they have under the key `customPrompts`. */
function numbered(texts: PromptTexts): PromptTexts {
  return Object.fromEntries(Object.entries(texts).map(([step, text]) => [numberedName(step), text]));
}

/** A template that is blank is none. */
function templateOf(templates: readonly PromptTemplate[] | null, step: StepId): string | null {
  const prompt = templates?.find((template) => stepOf(template) === step)?.prompt ?? '';
  return prompt.trim() === '' ? null : prompt;
}

/** Whether this computer keeps it. */
async function keptOrNot(write: () => Promise<unknown>): Promise<boolean> {
  try {
    await write();
    return true;
  } catch (error) {
    if (error instanceof NotKeptError) return false;
    throw error;
  }
}
