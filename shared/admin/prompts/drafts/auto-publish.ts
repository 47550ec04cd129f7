import { updatePost } from '#shared/contract/posts/posts-admin.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import {
  type GeneratedDocument,
  leftKeyIn,
  postIdIn,
  readDraft,
  readOrigin,
  writeLeftKey,
  writePost,
} from '#shared/runs/draft-document.ts';
import { publishKey } from '#shared/workflow/run.ts';
import type { Run } from '#shared/workflow/run-states.ts';
import { type StepList, stepWithRole } from '#shared/workflow/steps.ts';
import type { OpenDocuments } from '../../documents/open-documents.ts';
import type { Timers } from '../../editor/index.ts';
import type { JudgePorts } from '../../judge-post.ts';
import type { WindowLocks } from '../../ports.ts';
import type { Page } from '../runs/page-signals.ts';
import type { DraftStore } from './draft-store.ts';
import { formDraftOf, freeSlug } from './form-draft.ts';
import { type AskToPublish, type PublicationOutcome, publishLeftDraft } from './publish-left-draft.ts';

/**
 * When no form has submitted a create within this time, in milliseconds, after it was due, the draft is left to the
 * owner.
 */
const SUBMIT_WITHIN_MS = 10_000;

export interface AutoPublishOptions extends JudgePorts {
  steps: StepList;
  clock: Clock;
  timers: Timers;
  locks: WindowLocks;
  documents: OpenDocuments;
  drafts: DraftStore;
  unique(): string;
  page: Pick<Page, 'goTo' | 'isBusy' | 'submit' | 'askToPublish'>;
  /** Receives the outcome of a publication without a form. */
  onPublication(outcome: PublicationOutcome): void;
}

/**
 * Brings a finished run's first draft into the post form, and from there to the site (docs/rules.md, "Auto-publish").
 * While the owner is busy the form stays closed: the draft is published without it, and a draft that cannot be
 * published is left to the owner.
 */
export interface AutoPublish {
  /** Opens the run's first draft in the post form, or leaves the draft to the owner. Throws NotKeptError. */
  open(run: Run): Promise<void>;
  /** Publishes the opened draft under this key: through its form, or without the form. */
  submit(key: string): Promise<void>;
  /**
   * To be called when the form of this draft is open. Returns the key under which the form is to submit; null when it
   * is not to submit.
   */
  take(documentId: string): string | null;
  /**
   * Publishes a draft that was left to the owner, when the owner presses the button. Returns null when no draft is
   * left, or when the owner decides against it. Throws NotKeptError.
   */
  publish(draftId: string): Promise<PublicationOutcome | null>;
  /** Opens the form of a draft that was left to the owner. Throws NotKeptError. */
  openLeft(draftId: string): Promise<void>;
  /** Keeps the draft as a draft, at the owner's request. Throws NotKeptError. */
  putOff(draftId: string): Promise<void>;
  /**
   * Notes a saved post in its draft: the draft that was opened as this document, or that has already become this post.
   */
  saved(post: { documentId: string; postId: number; isPublished: boolean }): Promise<void>;
  /** Makes the post a draft again. Throws the errors of the call. */
  undo(post: { postId: number; version: number }): Promise<void>;
}

export function createAutoPublish(options: AutoPublishOptions): AutoPublish {
  const { api, clock, timers, documents, drafts, unique, page } = options;
  let opened: { draftId: string; documentId: string; isLeft: boolean } | null = null;
  let due: { documentId: string; key: string; until: number } | null = null;

  const { leave, publish, ...leftDrafts } = leftDraftsOf(options);

  return {
    async open(run) {
      opened = null;
      const document = firstDraft(drafts, run.id, options.steps);
      const draft = document && readDraft(document);
      if (!document || !draft) return;
      const slug = await freeSlug(api, draft.slug);
      // A post that is published automatically in a moment gets its time here, as with Publish in the draft list.
      const publishedAt = run.state.kind === 'submitting' ? new Date(clock.now()).toISOString() : null;
      const documentId = await formDraftOf({ documents, drafts, unique }, document, { slug, publishedAt });
      if (documentId === null) return;
      const isLeft = page.isBusy();
      opened = { draftId: draft.id, documentId, isLeft };
      // Stored before anything is sent: whatever happens to this window, the owner is told about the draft.
      if (isLeft) await leave(draft.id, publishKey(run.id));
      else page.goTo({ kind: 'draft', id: documentId });
    },
    async submit(key) {
      if (opened === null) return;
      const { draftId, documentId, isLeft } = opened;
      if (isLeft) {
        const outcome = await publish(draftId, null);
        if (outcome) options.onPublication(outcome);
        return;
      }
      const order = { documentId, key, until: clock.now() + SUBMIT_WITHIN_MS };
      due = order;
      timers.after(SUBMIT_WITHIN_MS, () => {
        if (due !== order) return;
        due = null;
        // The form never opened: the owner left it before it was loaded.
        leave(draftId, key).catch(() => undefined);
      });
      page.submit();
    },
    take(documentId) {
      changeDrafts(
        drafts,
        (document) => document.field('formDraft') === documentId && leftKeyIn(document) !== null,
        (document) => writeLeftKey(document, null),
      ).catch(() => undefined);
      if (due?.documentId !== documentId || clock.now() > due.until) return null;
      const { key } = due;
      due = null;
      return key;
    },
    publish: (draftId) => publish(draftId, page.askToPublish),
    ...leftDrafts,
    saved: ({ documentId, ...post }) =>
      changeDrafts(
        drafts,
        (document) => document.field('formDraft') === documentId || postIdIn(document) === post.postId,
        (document) => writePost(document, post),
      ),
    async undo({ postId, version }) {
      await api.call(updatePost, { params: { id: postId }, body: { published: false, version } });
      await changeDrafts(
        drafts,
        (document) => postIdIn(document) === postId,
        (document) => writePost(document, { postId, isPublished: false }),
      );
    },
  };
}

/** Returns the actions on drafts that are left to the owner. */
function leftDraftsOf(options: AutoPublishOptions) {
  const { documents, drafts, unique, page } = options;
  /** Leaves a draft to the owner, to be published under this key; null ends this. */
  const leave = (draftId: string, key: string | null) =>
    drafts.change(draftId, (document) => writeLeftKey(document, key));
  return {
    leave,
    async publish(draftId: string, ask: AskToPublish | null): Promise<PublicationOutcome | null> {
      drafts.setBusy(draftId, 'publishing');
      try {
        return await publishLeftDraft(options, draftId, ask);
      } finally {
        drafts.setBusy(draftId, null);
      }
    },
    async openLeft(draftId: string): Promise<void> {
      const document = drafts.find(draftId);
      const documentId = document && (await formDraftOf({ documents, drafts, unique }, document));
      if (documentId) page.goTo({ kind: 'draft', id: documentId });
    },
    putOff: (draftId: string) => leave(draftId, null),
  };
}

/** Changes each draft that `isMeant` selects. */
async function changeDrafts(
  drafts: DraftStore,
  isMeant: (document: GeneratedDocument) => boolean,
  change: (document: GeneratedDocument) => void,
): Promise<void> {
  const generated = drafts.cards().flatMap(({ draft }) => drafts.find(draft.id) ?? []);
  for (const document of generated.filter(isMeant)) await drafts.change(readDraft(document)?.id ?? '', change);
}

/**
 * Returns the refined draft of a run, or else the first written one; when a step was run again, the draft of its newest
 * answer.
 */
function firstDraft(drafts: DraftStore, runId: string, steps: StepList) {
  const refining = stepWithRole(steps, 'refines')?.id;
  const own = drafts.cards().flatMap(({ draft }) => {
    const document = drafts.find(draft.id);
    return document && readOrigin(document).runId === runId ? [document] : [];
  });
  return own.find((document) => readOrigin(document).step === refining) ?? own[0] ?? null;
}
