import { createOpenDocuments } from '#shared/admin/documents/open-documents.ts';
import { openRunPreferences } from '#shared/admin/prompts/runs/run-preferences.ts';
import { openTemplateStore } from '#shared/admin/prompts/templates/template-store.ts';
import { createApiClient } from '#shared/api-client/client.ts';
import { isPublishedIn, postIdIn, readDraft, readOrigin } from '#shared/runs/draft-document.ts';
import { runIn } from '#shared/runs/run-document.ts';
import { readChainForm } from '#shared/workflow/chain-form.ts';
import { stepRecord } from '#shared/workflow/run.ts';
import type { Run } from '#shared/workflow/run-states.ts';
import { formerNumber, type StepId, stepNumber, stepWithRole, WORKFLOW_STEPS } from '#shared/workflow/steps.ts';
import { isGeneratedDraft, openStoredDraft, readValues, workingCopyOf } from '#shared/workspace/post-draft.ts';
import type { ExchangeStore } from '#shared/workspace/store-port.ts';

const blankForm = readChainForm(null, { targetMarket: '', productApp: '', productAppFunction: '', productAppUrl: '' });
const timers = { after: () => () => undefined };
const unheard = () => undefined;
const unique = () => 'nobody';
/** The steps of the versions whose data are kept: steps added later are in none of them. */
const steps = WORKFLOW_STEPS.filter(({ id }) => formerNumber(id) !== null);
/** The step of drafts whose step is not known. */
const writing = stepWithRole(steps, 'writesDrafts')?.id ?? '';

/**
 * Reads everything in a device's store with the admin's own readers. Steps are given in their order and without names,
 * because their names may change.
 */
export async function readWorkspace(store: ExchangeStore) {
  const channel = { tell: unheard, listen: () => unheard, close: unheard };
  const clock = { now: () => 0 };
  const documents = createOpenDocuments({ store, clock, timers, channel });
  const shared = { steps, documents, timers, storage: emptyStorage(), onChange: unheard };
  const preferences = await openRunPreferences({ ...shared, defaultForm: blankForm, unique });
  const templates = await openTemplateStore({
    ...shared,
    clock,
    unique,
    api: createApiClient({ fetch: () => Promise.reject(new Error('Nothing is asked.')) }),
    page: { notice: unheard, signedOut: unheard },
    analytics: { adminAction: unheard },
    onOutdone: unheard,
  });

  const ids = async (kind: 'draft' | 'run') => (await documents.list(kind)).sort();
  const drafts = (await ids('draft')).filter((id) => !isGeneratedDraft(id));
  const generated = (await ids('draft')).filter(isGeneratedDraft);
  const names = preferences.stepNames();
  const custom = templates.custom();
  return {
    drafts: await Promise.all(
      drafts.map(async (id) => {
        const document = openStoredDraft(id, await store.load(id));
        return { id, values: readValues(document), workingCopy: workingCopyOf(document) };
      }),
    ),
    generated: await Promise.all(
      generated.map(async (id) => {
        const document = await documents.open('draft', id);
        const { step, ...origin } = readOrigin(document);
        const post = { postId: postIdIn(document), isPublished: isPublishedIn(document) };
        return { draft: readDraft(document), origin: { ...origin, step: placeOf(step ?? writing) }, ...post };
      }),
    ),
    runs: await Promise.all(
      (await ids('run')).map(async (id) => plainRun(runIn(await documents.open('run', id), steps))),
    ),
    customPrompts: steps.map(({ id }) => custom[id] ?? null),
    stepNames: steps.map(({ id }) => names[id] ?? null),
    form: preferences.form(),
    isAutoPublish: preferences.isAutoPublish(),
    currentRun: preferences.currentRun(),
    removed: (await store.tombstones()).map(({ id }) => id).sort(),
    unsent: [...(await store.waiting()).keys()].sort(),
  };
}

/** Returns a step's place in the order of the steps, from 1. */
const placeOf = (step: StepId) => stepNumber(steps, step);

function plainRun(run: Run | null) {
  if (run === null) return null;
  const { state } = run;
  const at = 'step' in state && state.step !== null ? placeOf(state.step) : null;
  return {
    id: run.id,
    form: run.form,
    startedAt: run.startedAt,
    isHandedOver: run.isDraftOpened,
    state: { kind: state.kind, step: at, fault: 'fault' in state ? state.fault : null },
    steps: steps.map((step) => {
      const { attempts, current } = stepRecord(run, step.id);
      return {
        current,
        attempts: attempts.map(({ number, end, prompt, output, startedAt, usage, fault }) => {
          return { number, end, prompt, output, startedAt, usage, fault };
        }),
      };
    }),
  };
}

function emptyStorage() {
  const keys = new Map<string, string>();
  return {
    get: (key: string) => keys.get(key) ?? null,
    set: (key: string, value: string) => void keys.set(key, value),
    remove: (key: string) => void keys.delete(key),
  };
}
