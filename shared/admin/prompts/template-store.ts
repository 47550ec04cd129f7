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
import { type Message, workflowMessages } from '#shared/workflow/messages.ts';
import { stepNumbers } from '#shared/workflow/run.ts';
import type { StepNumber } from '#shared/workflow/steps.ts';
import { savedPrompt, savePrompt, takeOutdone } from '#shared/workspace/prompt-document.ts';
import { NotKeptError } from '#shared/workspace/store-port.ts';
import { createMirror, type Timers } from '../editor/index.ts';
import { errorText } from '../error-text.ts';
import type { KeyValue } from '../ports.ts';
import { FIVE_MINUTES } from '../query-client.ts';
import type { Desk } from './run-desk.ts';
import { field, parsed } from './run-preferences.ts';

export type CustomPrompts = Readonly<Partial<Record<StepNumber, string>>>;

export interface TemplateStoreOptions {
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
  onOutdone(step: StepNumber, prompt: string): void;
  onChange(): void;
}

/**
 * The nine prompts: the server's templates, and over them what the owner wrote here (docs/rules.md, "Prompts of a
 * step").
 */
export interface TemplateStore {
  templates(): readonly PromptTemplate[] | null;
  custom(): CustomPrompts;
  /** The custom prompt, else the template; null where there is neither. */
  promptOf(step: StepNumber): string | null;
  /** Fetches the templates where they are missing. False when a step cannot begin because they could not be fetched. */
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
  save(step: StepNumber, prompt: string): Promise<boolean>;
  reset(step: StepNumber): Promise<boolean>;
  resetAll(): Promise<boolean>;
  flush(): void;
}

const idOf = (step: StepNumber) => `prompt:${step}`;
const stepOf = (id: string) => stepNumbers.find((step) => idOf(step) === id);

export async function openTemplateStore(options: TemplateStoreOptions): Promise<TemplateStore> {
  const { api, desk, storage, clock, timers, notice, unique, onChange } = options;
  let templates: readonly PromptTemplate[] | null = null;
  let fetchedAt = 0;
  let custom: CustomPrompts = await readCustom();
  let fetching: Promise<void> | null = null;
  let isSignedOutTold = false;

  async function readCustom(): Promise<CustomPrompts> {
    const living = new Set(await desk.list('prompt'));
    const found: Partial<Record<StepNumber, string>> = {};
    for (const step of stepNumbers) {
      if (!living.has(idOf(step))) continue;
      const text = savedPrompt(await desk.open('prompt', idOf(step)));
      if (text.trim() !== '') found[step] = text;
    }
    return found;
  }
  /** Hands on what was saved elsewhere and does not count. */
  async function handOutdone(): Promise<void> {
    for (const step of stepNumbers) {
      if (custom[step] === undefined) continue;
      const document = await desk.open('prompt', idOf(step));
      const outdone = takeOutdone(document);
      if (outdone.length === 0) continue;
      for (const prompt of outdone) options.onOutdone(step, prompt);
      await keptOrNot(() => desk.keep(document));
    }
  }
  function setCustom(next: CustomPrompts): void {
    custom = next;
    mirror.changed();
    onChange();
  }
  function without(step: StepNumber): CustomPrompts {
    const { [step]: _gone, ...rest } = custom;
    return rest;
  }

  /** True when this computer has it. */
  async function keepCustom(step: StepNumber, prompt: string): Promise<boolean> {
    const document = await desk.open('prompt', idOf(step));
    savePrompt(document, unique(), prompt);
    document.setField('isUnsent', true);
    setCustom({ ...custom, [step]: savedPrompt(document) });
    return keptOrNot(() => desk.keep(document));
  }
  async function dropCustom(step: StepNumber): Promise<void> {
    setCustom(without(step));
    const document = await desk.open('prompt', idOf(step));
    await keptOrNot(async () => {
      await desk.keep(document);
      await desk.remove(document);
    });
  }
  async function send(step: StepNumber, prompt: string): Promise<void> {
    replaced(await api.call(updatePromptTemplate, { params: { stepNumber: step }, body: { prompt } }));
    const document = await desk.open('prompt', idOf(step));
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
    for (const step of stepNumbers) {
      const prompt = custom[step];
      if (prompt === undefined) continue;
      const document = await desk.open('prompt', idOf(step));
      if (document.field('isUnsent') !== true) continue;
      await send(step, prompt);
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
    read: () => (Object.keys(custom).length === 0 ? null : JSON.stringify(custom)),
    takeIn(value) {
      const foreign = parsed(value);
      for (const step of stepNumbers) {
        const prompt = field(foreign, String(step));
        if (typeof prompt === 'string' && prompt.trim() !== '') {
          if (prompt !== custom[step] && promptRefusal(prompt) === null) void keepCustom(step, prompt);
        } else if (custom[step] !== undefined) void dropCustom(step);
      }
    },
  });
  mirror.check();
  await handOutdone();

  desk.onForeign(async ({ id, kind, isRemoved }) => {
    if (kind !== 'prompt' || stepOf(id) === undefined) return;
    setCustom(await readCustom());
    await handOutdone();
    // It was reset there, and so was the template. Out of reach, the next refresh brings it.
    if (isRemoved && templates !== null) await fetchAll().catch(() => undefined);
  });

  /** Brings one step's shipped prompt back, here and on the server. Throws what the call throws. */
  async function resetOne(step: StepNumber): Promise<void> {
    replaced(await api.call(resetPromptTemplate, { params: { stepNumber: step } }));
    if (custom[step] !== undefined) await dropCustom(step);
  }
  function failed(error: unknown): boolean {
    if (error instanceof ApiError && error.status === 401) options.signedOut();
    const isMissing = error instanceof ApiError && error.code === 'not_found';
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
        return templates !== null || stepNumbers.every((step) => custom[step] !== undefined);
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
          await send(step, prompt);
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
          for (const step of stepNumbers) await resetOne(step);
        } catch (error) {
          return failed(error);
        }
        notice(workflowMessages.promptsCleared);
        return true;
      }),
    flush: () => mirror.flush(),
  };
}

/** Why a prompt can be kept neither here nor on the server, in words for the owner; null when it can. */
export function promptRefusal(prompt: string): string | null {
  return promptText.safeParse(prompt).error?.issues[0]?.message ?? null;
}

/** A template that is blank is none. */
function templateOf(templates: readonly PromptTemplate[] | null, step: StepNumber): string | null {
  const prompt = templates?.find(({ stepNumber }) => stepNumber === step)?.prompt ?? '';
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
