import {
  type GeneratedDocument,
  judgedIn,
  postIdIn,
  readOrigin,
  takeEarlierDraft,
} from '#shared/runs/draft-document.ts';
import { workflowMessages } from '#shared/workflow/messages.ts';
import { countingAttempt, lastAttempt } from '#shared/workflow/run.ts';
import type { Run } from '#shared/workflow/run-states.ts';
import { type StepId, type StepList, stepNumber, stepWithRole } from '#shared/workflow/steps.ts';
import { errorText } from '../../error-text.ts';
import { isSignedOut } from '../../query-client.ts';
import type { ActionContext } from '../runs/action-context.ts';
import { errorNotice } from '../runs/page-signals.ts';
import { findRun } from '../runs/run-list.ts';
import type { RunSession } from '../runs/run-session.ts';
import { promptToSend } from '../templates/prompt-actions.ts';
import { type DraftCallOptions, judgeDraft, publish, redInDraft, regenerate } from './draft-calls.ts';
import type { DraftCard, DraftStore } from './draft-store.ts';
import { formDraftOf } from './form-draft.ts';
import { offerUndo } from './publication-actions.ts';

/** An action on one draft. */
interface DraftWork {
  /** The action's name in the `admin_action` event. */
  readonly name: string;
  /** The state that the draft's card shows during the action; null for an immediate action. */
  readonly busy: DraftCard['busy'];
  /** Asked first, while the card shows that it is busy; false when the owner decides against the action. */
  mayBegin?(document: GeneratedDocument, calls: DraftCallOptions): Promise<boolean>;
  run(document: GeneratedDocument, calls: DraftCallOptions): Promise<void>;
  onFailure(error: unknown): void;
}

/** Performs one action on a draft, unless another action on it is under way. */
export async function workOnDraft(
  { ports, page }: ActionContext,
  { drafts }: RunSession,
  id: string,
  { name, busy, mayBegin, run, onFailure }: DraftWork,
): Promise<void> {
  const { analytics } = ports;
  const calls = callsFor(ports, drafts);
  const document = drafts.find(id);
  const card = drafts.cards().find(({ draft }) => draft.id === id);
  if (!document || !card || card.busy !== null) return;
  if (busy) drafts.setBusy(id, busy);
  try {
    if (mayBegin && !(await mayBegin(document, calls))) return;
    await run(document, calls);
    analytics.adminAction(name, { success: true });
  } catch (error) {
    analytics.adminAction(name, { success: false });
    if (isSignedOut(error)) page.signedOut();
    onFailure(error);
  } finally {
    if (busy) drafts.setBusy(id, null);
  }
}

function callsFor(ports: ActionContext['ports'], drafts: DraftStore): DraftCallOptions {
  const { api, store, clock } = ports;
  return { api, store, drafts, now: () => clock.now(), unique: () => ports.uniqueId() };
}

/** Returns the actions on single drafts below the steps. */
export function draftActions(context: ActionContext) {
  const { ports, page, whenOpen } = context;
  const { steps } = ports;
  const tellError = (error: unknown) => page.notice(errorNotice(errorText(error)));
  const act = (id: string, work: (session: RunSession) => DraftWork) =>
    whenOpen((session) => workOnDraft(context, session, id, work(session)));

  return {
    /** Opens the draft in the post form (navigates). */
    editDraft: (id: string) =>
      act(id, ({ documents, drafts }) => ({
        ...{ name: 'draft_opened', busy: null, onFailure: tellError },
        async run(document) {
          const postId = postIdIn(document);
          if (postId !== null) {
            page.goTo({ kind: 'post', id: postId });
            return;
          }
          const unique = () => ports.uniqueId();
          const formDraft = await formDraftOf({ documents, drafts, unique }, document);
          if (formDraft !== null) page.goTo({ kind: 'draft', id: formDraft });
        },
      })),
    publishDraft: (id: string) =>
      act(id, () => ({
        ...{ name: 'draft_published', busy: 'publishing' },
        async mayBegin(document, calls) {
          const red = postIdIn(document) === null ? await redInDraft(calls, document) : [];
          return red.length === 0 || page.askToPublish(red);
        },
        async run(document, calls) {
          if (postIdIn(document) !== null) return;
          const { id: postId, version, title } = await publish(calls, document);
          page.stale('posts');
          page.notice(workflowMessages.draftPublished(judgedIn(document)?.yellow ?? 0));
          offerUndo(context, { postId, version, title });
        },
        onFailure: (error) => page.notice(workflowMessages.publishingFailed(errorText(error))),
      })),
    regenerateDraft: (id: string) =>
      act(id, (session) => ({
        ...{ name: 'draft_regenerated', busy: 'regenerating' },
        async run(document, calls) {
          const run = await runOf(session, document, steps);
          const step = stepWithRole(steps, 'writesDrafts')?.id;
          if (step === undefined) return;
          await regenerate(calls, document, {
            ...{ form: run.form, runId: run.id, stepId: step },
            ...promptAgain(session, run, step),
          });
          page.notice(workflowMessages.draftRegenerated);
        },
        onFailure: (error) => page.notice(workflowMessages.regenerationFailed(errorText(error))),
      })),
    /**
     * Restores an earlier text of a draft, and keeps the text that it replaces. `replacedAt` identifies the earlier
     * text.
     */
    takeEarlierDraft: (id: string, replacedAt: number) =>
      act(id, ({ drafts }) => ({
        ...{ name: 'draft_taken_back', busy: null, onFailure: tellError },
        run: () => drafts.change(id, (changed) => takeEarlierDraft(changed, replacedAt, ports.clock.now())),
      })),
    deleteDraft: (id: string) =>
      act(id, ({ drafts }) => ({
        ...{ name: 'draft_deleted', busy: null, onFailure: tellError },
        async run() {
          await drafts.remove(id);
          page.notice(workflowMessages.draftDeleted);
        },
      })),
  };
}

/** The largest number of drafts judged when their list is opened; judging them takes a few seconds. */
const MOST_JUDGED = 20;

/** Returns the actions on several drafts together. */
export function draftListActions({ ports, page, set, whenOpen }: ActionContext) {
  const { steps, analytics } = ports;
  let isJudging = false;
  return {
    /**
     * Asks the judge about drafts that are still to be judged, one after the other, until the server cannot be reached.
     */
    judgeDrafts: () =>
      whenOpen(async ({ drafts }) => {
        if (isJudging) return;
        isJudging = true;
        try {
          const left = drafts.cards().filter(({ isUnjudged, busy }) => isUnjudged && busy === null);
          for (const { draft } of left.slice(0, MOST_JUDGED)) {
            const document = drafts.find(draft.id);
            if (document && (await judgeDraft(callsFor(ports, drafts), document))?.isOffline) return;
          }
        } catch (error) {
          console.warn('What the judge counted could not be kept', error);
        } finally {
          isJudging = false;
        }
      }),
    /**
     * Parses drafts from the output of the step that writes them; a toast says how many were found, or that there are
     * none.
     */
    parseWritten: () =>
      whenOpen(async ({ driver, drafts }) => {
        const run = driver.run();
        const step = stepWithRole(steps, 'writesDrafts')?.id;
        const counting = step === undefined ? null : countingAttempt(run, step);
        if (step === undefined || counting === null) return;
        const { key: source, output } = counting;
        set({ isParsing: true });
        try {
          const found = await drafts.make({ run, step, source, output }, true);
          page.notice(
            found.length > 0
              ? workflowMessages.draftsParsed(found.length)
              : workflowMessages.parsingFailed(stepNumber(steps, step)),
          );
        } catch (error) {
          page.notice(errorNotice(errorText(error), 'Parsing Failed'));
        } finally {
          set({ isParsing: false });
        }
      }),
    deleteDrafts: (ids: readonly string[]) =>
      whenOpen(async ({ drafts }) => {
        try {
          await drafts.removeAll(ids);
          analytics.adminAction('drafts_cleared', { success: true });
          page.notice(workflowMessages.draftsDeleted(ids.length));
        } catch (error) {
          page.notice(errorNotice(errorText(error)));
        }
      }),
  };
}

/**
 * Returns the last prompt that was sent for a step, with its version; otherwise the prompt that would be sent. Throws
 * like `promptToSend`.
 */
function promptAgain(session: RunSession, run: Run, step: StepId): { prompt: string; promptVersion: number } {
  const { prompt = '', sent = null } = lastAttempt(run, step) ?? {};
  return prompt === ''
    ? { prompt: promptToSend(session, step), promptVersion: session.templates.versionOf(step) }
    : { prompt, promptVersion: sent?.version ?? 0 };
}

/** Returns the run that wrote a draft; the run on the screen when that run is not known. */
async function runOf({ documents, driver }: RunSession, document: GeneratedDocument, steps: StepList): Promise<Run> {
  const { runId } = readOrigin(document);
  const shown = driver.run();
  return runId === shown.id || runId === '' ? shown : ((await findRun(documents, runId, steps)) ?? shown);
}
