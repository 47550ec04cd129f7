import { ApiError } from '#shared/api-client/api-error.ts';
import { noPromptFault } from '#shared/workflow/faults.ts';
import { workflowMessages } from '#shared/workflow/messages.ts';
import { countingAttempt, lastAttempt } from '#shared/workflow/run.ts';
import type { Run } from '#shared/workflow/run-states.ts';
import { stepNumber, stepWithRole } from '#shared/workflow/steps.ts';
import { errorText } from '../../error-text.ts';
import { ALMOST_READY, generationFault, isNotReady, NEEDS_TEXT } from '../../images/index.ts';
import { type DraftCallOptions, illustratePost, makeImage, publish, regenerate } from './draft-calls.ts';
import { type GeneratedDocument, postIdIn, readDraft, readOrigin } from './draft-document.ts';
import { handOver } from './form-draft.ts';
import type { RunParts } from '../runs/run-parts.ts';
import { findRun } from '../runs/run-list.ts';
import type { DraftCard, RunActions } from '../runs/run-state.ts';

type DraftActions = Pick<
  RunActions,
  | 'parseWritten'
  | 'editDraft'
  | 'publishDraft'
  | 'regenerateDraft'
  | 'makeDraftImage'
  | 'setDraftImage'
  | 'deleteDraft'
  | 'clearDrafts'
>;

/** Milliseconds from a failure to the second toast (docs/rules.md, "Generate Image"). */
const SECOND_TOAST_MS = 2000;

const failed = (title: string, description: string) => ({ title, description, isError: true });

/** What the owner does with the drafts below the steps. */
export function draftActions(parts: RunParts): DraftActions {
  const { steps, api, desk, drafts, timers, clock, unique, notices, goTo, stale, signedOut, action } = parts;
  const calls: DraftCallOptions = { api, drafts, now: () => clock.now(), unique };

  /** Runs one action on a draft; a failure is shown under this title. */
  async function on(
    id: string,
    name: string,
    busy: DraftCard['busy'],
    run: (document: GeneratedDocument) => Promise<void>,
    tell: (error: unknown) => void,
  ): Promise<void> {
    const document = drafts.find(id);
    const card = drafts.cards().find(({ draft }) => draft.id === id);
    if (!document || !card || card.busy !== null) return;
    if (busy) drafts.setBusy(id, busy);
    try {
      await run(document);
      action(name, true);
    } catch (error) {
      action(name, false);
      if (error instanceof ApiError && error.status === 401) signedOut.tell();
      tell(error);
    } finally {
      if (busy) drafts.setBusy(id, null);
    }
  }
  /** The run a draft comes from; the one on the screen where that is not known. */
  async function runOf(document: GeneratedDocument): Promise<Run> {
    const { runId } = readOrigin(document);
    const shown = parts.run();
    return runId === shown.id || runId === '' ? shown : ((await findRun(desk, runId, steps)) ?? shown);
  }
  const tellAs = (title: string) => (error: unknown) => notices.tell(failed(title, errorText(error)));

  /** Puts a picture on a draft, and on the post it has become: the form of that post no longer begins with the draft. */
  async function setImage(document: GeneratedDocument, address: string): Promise<void> {
    const draft = readDraft(document);
    if (draft === null) return;
    await drafts.change(draft.id, (changed) => changed.setField('featuredImage', address || undefined));
    const postId = postIdIn(document);
    if (postId === null) return;
    try {
      await illustratePost(calls, postId, { address, before: draft.featuredImage ?? '' });
      stale.tell('posts');
    } catch (error) {
      notices.tell(failed('Error', `The post of this draft keeps the picture it had. ${errorText(error)}`));
    }
  }

  function imageFailed(error: unknown): void {
    const message = generationFault(error);
    notices.tell(failed('Image Generation Failed', message));
    if (isNotReady(message)) {
      timers.after(SECOND_TOAST_MS, () => notices.tell({ ...ALMOST_READY, isError: false }));
    }
  }

  return {
    async parseWritten() {
      const run = parts.run();
      const step = stepWithRole(steps, 'writesDrafts')?.id;
      const counting = step === undefined ? null : countingAttempt(run, step);
      if (step === undefined || counting === null) return;
      const { key: source, output } = counting;
      parts.set({ isParsing: true });
      try {
        const found = await drafts.make({ run, step, source, output }, true);
        notices.tell(
          found.length > 0
            ? workflowMessages.draftsParsed(found.length)
            : workflowMessages.parsingFailed(stepNumber(steps, step)),
        );
      } catch (error) {
        notices.tell(failed('Parsing Failed', errorText(error)));
      } finally {
        parts.set({ isParsing: false });
      }
    },
    editDraft: (id) =>
      on(
        id,
        'draft_opened',
        null,
        async (document) => {
          const postId = postIdIn(document);
          if (postId !== null) {
            goTo.tell({ kind: 'post', id: postId });
            return;
          }
          const formDraft = await handOver({ desk, drafts, unique }, document);
          if (formDraft !== null) goTo.tell({ kind: 'draft', id: formDraft });
        },
        tellAs('Error'),
      ),
    publishDraft: (id) =>
      on(
        id,
        'draft_published',
        'publishing',
        async (document) => {
          if (postIdIn(document) !== null) return;
          await publish(calls, document);
          stale.tell('posts');
          notices.tell(workflowMessages.postPublished);
        },
        (error) => notices.tell(workflowMessages.publishingFailed(errorText(error))),
      ),
    regenerateDraft: (id) =>
      on(
        id,
        'draft_regenerated',
        'regenerating',
        async (document) => {
          const run = await runOf(document);
          const step = stepWithRole(steps, 'writesDrafts')?.id;
          if (step === undefined) return;
          const prompt = lastAttempt(run, step)?.prompt || parts.fullPrompt(step)?.prompt;
          if (!prompt) throw new Error(noPromptFault(stepNumber(steps, step)).message);
          await regenerate(calls, document, { form: run.form, prompt, runId: run.id, stepId: step });
          notices.tell(workflowMessages.draftRegenerated);
        },
        (error) => notices.tell(workflowMessages.regenerationFailed(errorText(error))),
      ),
    async makeDraftImage(id, customPrompt = '') {
      const card = drafts.cards().find(({ draft }) => draft.id === id);
      if (card && (card.draft.title.trim() === '' || card.draft.excerpt.trim() === '')) {
        notices.tell(failed('Error', NEEDS_TEXT));
        return;
      }
      await on(
        id,
        'image_generated',
        'making-image',
        async (document) => {
          const address = await makeImage(calls, document, customPrompt);
          stale.tell('images');
          notices.tell({ title: 'Image Generated!', description: 'The draft has its featured image.', isError: false });
          await setImage(document, address);
          // Making the picture took a while: the owner may be writing elsewhere by now.
          if (!parts.isBusy()) goTo.tell({ kind: 'posts' });
        },
        imageFailed,
      );
    },
    setDraftImage: (id, address) =>
      on(id, 'draft_image_changed', null, (document) => setImage(document, address), tellAs('Error')),
    deleteDraft: (id) =>
      on(
        id,
        'draft_deleted',
        null,
        async () => {
          await drafts.remove(id);
          notices.tell(workflowMessages.draftDeleted);
        },
        tellAs('Error'),
      ),
    async clearDrafts() {
      try {
        await drafts.clear();
        action('drafts_cleared', true);
      } catch (error) {
        notices.tell(failed('Error', errorText(error)));
      }
    },
  };
}
