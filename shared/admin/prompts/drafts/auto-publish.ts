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

/** A create that no form has submitted this long after it was due is left to the owner. */
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
  /** What became of a publication that no form has made. */
  onPublication(outcome: PublicationOutcome): void;
}

/**
 * The way of a finished run's first draft into the post form, and from there to the site (docs/rules.md,
 * "Auto-publish"). Where the owner is busy the form stays closed: the draft is published without it, and one that
 * cannot be is left to them.
 */
export interface AutoPublish {
  /** Opens the run's first draft in the post form, or leaves it to the owner. Throws NotKeptError. */
  open(run: Run): Promise<void>;
  /** What was opened is to be published: by its form, under this key, or without it. */
  submit(key: string): Promise<void>;
  /** The form is open on this draft. Gives the key under which it is to be submitted; null where it is not. */
  take(documentId: string): string | null;
  /**
   * Publishes, at the owner's press, a draft that was left to them. Null where nothing is left, or they think better of it.
   * Throws NotKeptError.
   */
  publish(draftId: string): Promise<PublicationOutcome | null>;
  /** Opens the form of a draft that was left to the owner. Throws NotKeptError. */
  openLeft(draftId: string): Promise<void>;
  /** The owner leaves it as the draft it is. Throws NotKeptError. */
  putOff(draftId: string): Promise<void>;
  /** The draft that was opened as this document, or is this post already, knows of it. */
  saved(post: { documentId: string; postId: number; isPublished: boolean }): Promise<void>;
  /** Makes the post a draft again. Throws what the call throws. */
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
      // What is published by itself in a moment names its time, as Publish in the draft list does.
      const publishedAt = run.state.kind === 'submitting' ? new Date(clock.now()).toISOString() : null;
      const documentId = await formDraftOf({ documents, drafts, unique }, document, { slug, publishedAt });
      if (documentId === null) return;
      const isLeft = page.isBusy();
      opened = { draftId: draft.id, documentId, isLeft };
      // Written down before anything is sent: whatever happens to this window, the owner is told of the draft.
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
        // The form never came: it was left again before it was there.
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

/** What becomes of a draft that is left to the owner. */
function leftDraftsOf(options: AutoPublishOptions) {
  const { documents, drafts, unique, page } = options;
  /** Leaves a draft to the owner, to be published under this key; null takes that back. */
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

/** Changes each draft that is meant. */
async function changeDrafts(
  drafts: DraftStore,
  isMeant: (document: GeneratedDocument) => boolean,
  change: (document: GeneratedDocument) => void,
): Promise<void> {
  const generated = drafts.cards().flatMap(({ draft }) => drafts.find(draft.id) ?? []);
  for (const document of generated.filter(isMeant)) await drafts.change(readDraft(document)?.id ?? '', change);
}

/** The refined draft, else the first that was written; of an answer that was asked for again, the newest. */
function firstDraft(drafts: DraftStore, runId: string, steps: StepList) {
  const refining = stepWithRole(steps, 'refines')?.id;
  const own = drafts.cards().flatMap(({ draft }) => {
    const document = drafts.find(draft.id);
    return document && readOrigin(document).runId === runId ? [document] : [];
  });
  return own.find((document) => readOrigin(document).step === refining) ?? own[0] ?? null;
}
