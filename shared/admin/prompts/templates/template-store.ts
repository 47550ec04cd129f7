import { ApiError } from '#shared/api-client/api-error.ts';
import type { ApiClient } from '#shared/api-client/client.ts';
import type { PromptTemplate } from '#shared/contract/prompts.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import { promptDocumentId } from '#shared/runs/prompt-ids.ts';
import { workflowMessages } from '#shared/workflow/messages.ts';
import type { StepId, StepList } from '#shared/workflow/steps.ts';
import { type PromptDocument, savedPrompt } from '#shared/workspace/prompt-document.ts';
import type { OpenDocuments } from '../../documents/open-documents.ts';
import { orNothing } from '../../documents/stored.ts';
import type { Timers } from '../../editor/index.ts';
import { errorText } from '../../error-text.ts';
import type { AdminPorts, KeyValue } from '../../ports.ts';
import { isSignedOut } from '../../query-client.ts';
import type { Page } from '../runs/page-signals.ts';
import { createCustomPromptDocuments, markSent, noteOf } from './custom-prompt-documents.ts';
import { type CustomPrompts, openCustomPrompts, type PromptTexts, promptRefusal } from './custom-prompts.ts';
import { createServerTemplates, MissingTemplate, type ServerTemplates } from './server-templates.ts';

export interface TemplateStoreOptions {
  steps: StepList;
  api: ApiClient;
  documents: OpenDocuments;
  storage: KeyValue;
  clock: Clock;
  timers: Timers;
  page: Pick<Page, 'notice' | 'signedOut'>;
  analytics: AdminPorts['analytics'];
  /** Makes a unique name. */
  unique(): string;
  /**
   * Called when two devices have saved a prompt at the same moment: this prompt does not count, and must not be lost.
   */
  onOutdone(step: StepId, prompt: string): void;
  onChange(): void;
}

/** The prompts of the steps: the server's templates, and the owner's own prompts, which take precedence. */
export interface TemplateStore {
  templates(): readonly PromptTemplate[] | null;
  custom(): PromptTexts;
  /** Returns the custom prompt, or else the template; null when there is neither. */
  promptOf(step: StepId): string | null;
  /**
   * Returns the version of that prompt on the server; 0 when it is not known, for example for a custom prompt that was
   * not sent to the server yet.
   */
  versionOf(step: StepId): number;
  /**
   * Fetches the templates if they are missing. Resolves to false when a step could not begin because its prompt is
   * missing.
   */
  prepare(): Promise<boolean>;
  /**
   * Fetches the templates if those here are older than five minutes, and sends custom prompts that the server does not
   * have. Throws the errors of the calls.
   */
  refresh(): Promise<void>;
  /**
   * Stores the prompt here at once, also offline, and sends it to the server when possible. Resolves to false when
   * neither has accepted it, or when `promptRefusal` refuses it.
   */
  save(step: StepId, prompt: string, note: string): Promise<boolean>;
  reset(step: StepId): Promise<boolean>;
  resetAll(): Promise<boolean>;
  flush(): void;
}

export async function openTemplateStore(options: TemplateStoreOptions): Promise<TemplateStore> {
  const { steps, documents, page, unique } = options;
  const server = createServerTemplates(options);
  const prompts = createCustomPromptDocuments(documents, steps, unique);
  const custom = await openCustomPrompts({
    ...options,
    prompts,
    async onRemoved() {
      // The prompt was reset on the other device, and so was the template. If the server cannot be reached, the next
      // refresh fetches it.
      if (server.all() !== null) await server.load().catch(() => undefined);
    },
  });
  let refreshing: Promise<void> | null = null;
  let isSignedOutTold = false;

  async function send(step: StepId, prompt: string, document: PromptDocument): Promise<void> {
    // A server that does not know the step yet gets the prompt when it does.
    if (!(await server.save(step, prompt, noteOf(document)))) return;
    // Text written during the call is still to be sent.
    if (savedPrompt(document) === prompt) markSent(document);
    await orNothing(documents.keep(document), undefined);
  }
  async function sendUnsent(): Promise<void> {
    let hasSent = false;
    for (const [step, { text, document }] of await prompts.all()) {
      // A prompt that an earlier program accepted, but that the server would refuse, waits until the owner has mended
      // it.
      if (document.field('isUnsent') !== true || promptRefusal(steps, step, text) !== null) continue;
      await send(step, text, document);
      hasSent = true;
    }
    if (hasSent) await fetchAfterSave(server);
  }
  const refresh = () => {
    refreshing ??= (server.isFresh() ? Promise.resolve() : server.load()).then(sendUnsent).finally(() => {
      refreshing = null;
    });
    return refreshing;
  };

  return {
    templates: server.all,
    custom: custom.texts,
    promptOf: (step) => custom.texts()[step] ?? server.promptOf(step),
    versionOf(step) {
      const own = custom.texts()[step];
      return own === undefined || own === server.promptOf(step) ? server.versionOf(step) : 0;
    },
    async prepare() {
      if (server.all() !== null) return true;
      try {
        await refresh();
      } catch (error) {
        // This call is repeated often: an owner who has closed the sign-in dialog must not see it again each time.
        if (isSignedOut(error) && !isSignedOutTold) page.signedOut();
        isSignedOutTold = isSignedOut(error);
        return server.all() !== null || steps.every(({ id }) => custom.texts()[id] !== undefined);
      }
      return true;
    },
    refresh,
    ...promptChanges(options, { server, custom, send }),
    flush: custom.flush,
  };
}

interface Changed {
  readonly server: ServerTemplates;
  readonly custom: CustomPrompts;
  /** Sends a prompt on this computer to the server. Throws the errors of the call. */
  send(step: StepId, prompt: string, document: PromptDocument): Promise<void>;
}

/** Returns the owner's actions on prompts; each reports whether it was done or failed. */
function promptChanges(
  { steps, documents, page, analytics }: TemplateStoreOptions,
  { server, custom, send }: Changed,
): Pick<TemplateStore, 'save' | 'reset' | 'resetAll'> {
  /** Restores one step's shipped prompt, here and on the server. Throws the errors of the call. */
  async function resetOne(step: StepId): Promise<void> {
    await server.reset(step);
    if (custom.texts()[step] !== undefined) await custom.remove(step);
  }
  async function tryReset(work: () => Promise<void>): Promise<boolean> {
    try {
      await work();
      return true;
    } catch (error) {
      if (isSignedOut(error)) page.signedOut();
      const isMissing = error instanceof MissingTemplate || (error instanceof ApiError && error.code === 'not_found');
      page.notice(isMissing ? workflowMessages.promptResetMissing : workflowMessages.promptResetFailed);
      return false;
    }
  }
  async function trySave(step: StepId, prompt: string, note: string): Promise<boolean> {
    const refusal = promptRefusal(steps, step, prompt);
    if (refusal !== null) {
      page.notice(workflowMessages.promptSaveFailed(refusal));
      return false;
    }
    const isHere = await custom.save(step, prompt, note);
    try {
      await send(step, prompt, await documents.open('prompt', promptDocumentId(step)));
      await fetchAfterSave(server);
    } catch (error) {
      if (isSignedOut(error)) page.signedOut();
      // Without a connection the prompt is stored here, and sent with the next refresh.
      if (error instanceof ApiError || !isHere) {
        page.notice(workflowMessages.promptSaveFailed(errorText(error)));
        return false;
      }
    }
    return true;
  }
  /** Reports the outcome to the analytics, and a success to the owner. */
  async function reported(name: string, work: Promise<boolean>, done: Parameters<Page['notice']>[0]): Promise<boolean> {
    const success = await work;
    if (success) page.notice(done);
    analytics.adminAction(name, { success });
    return success;
  }

  return {
    save: (step, prompt, note) => reported('prompt_saved', trySave(step, prompt, note), workflowMessages.promptSaved),
    reset: (step) =>
      reported(
        'prompt_reset',
        tryReset(() => resetOne(step)),
        workflowMessages.promptReset,
      ),
    resetAll: () => {
      const resets = tryReset(async () => {
        for (const { id } of steps) await resetOne(id);
      });
      return reported('prompts_cleared', resets, workflowMessages.promptsCleared(steps));
    },
  };
}

/** Fetches the server's list after a save. The save is complete, even if the list cannot be fetched. */
function fetchAfterSave(server: ServerTemplates): Promise<void> {
  return server.load().catch(() => undefined);
}
