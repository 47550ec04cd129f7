import type { ApiClient } from '#shared/api-client/client.ts';
import { updatePost } from '#shared/contract/posts.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import type { Run } from '#shared/workflow/run-states.ts';
import type { DraftStore } from './draft-store.ts';
import { type GeneratedDocument, postIdIn, readDraft, readOrigin, writePost } from './draft-store-document.ts';
import { freeSlug, handOver } from './draft-store-form.ts';
import type { Desk } from './run-desk.ts';
import type { RunDestination } from './run-store.ts';

/** A create that was not submitted this long after it was due is not submitted behind the owner's back. */
const SUBMIT_WITHIN_MS = 10_000;

export interface HandoverOptions {
  api: ApiClient;
  clock: Clock;
  desk: Desk;
  drafts: DraftStore;
  unique(): string;
  goTo(destination: RunDestination): void;
  onSubmit(): void;
}

/** The way of a finished run's first draft into the post form, and from there to the site (admin spec §4). */
export interface Handover {
  /** Opens the run's first draft in the post form. Throws NotKeptError. */
  open(run: Run): Promise<void>;
  /** The form is to submit what was opened, under this key. */
  submit(key: string): Promise<void>;
  take(documentId: string): string | null;
  /** The draft that was opened as this document, or is this post already, knows of it. */
  saved(post: { documentId: string; postId: number; isPublished: boolean }): Promise<void>;
  /** Makes the post a draft again. Throws what the call throws. */
  undo(post: { postId: number; version: number }): Promise<void>;
}

export function createHandover({ api, clock, desk, drafts, unique, goTo, onSubmit }: HandoverOptions): Handover {
  let opened: string | null = null;
  let due: { documentId: string; key: string; until: number } | null = null;

  async function note(
    post: { postId: number; isPublished: boolean },
    isMeant: (document: GeneratedDocument) => boolean,
  ): Promise<void> {
    for (const { draft } of drafts.cards()) {
      const document = drafts.find(draft.id);
      if (document && isMeant(document)) await drafts.change(draft.id, (changed) => writePost(changed, post));
    }
  }

  return {
    async open(run) {
      const document = firstDraft(drafts, run.id);
      const draft = document && readDraft(document);
      if (!document || !draft) return;
      const slug = await freeSlug(api, draft.slug);
      // What is published by itself in a moment names its time, as Publish in the draft list does (admin spec §3).
      const publishedAt = run.state.kind === 'submitting' ? new Date(clock.now()).toISOString() : null;
      const documentId = await handOver({ desk, drafts, unique }, document, { slug, publishedAt });
      if (documentId === null) return;
      opened = documentId;
      goTo({ kind: 'draft', id: documentId });
    },
    async submit(key) {
      if (opened === null) return;
      due = { documentId: opened, key, until: clock.now() + SUBMIT_WITHIN_MS };
      onSubmit();
    },
    take(documentId) {
      if (due?.documentId !== documentId) return null;
      const { key, until } = due;
      due = null;
      return clock.now() <= until ? key : null;
    },
    saved: ({ documentId, ...post }) =>
      note(post, (document) => document.field('formDraft') === documentId || postIdIn(document) === post.postId),
    async undo({ postId, version }) {
      await api.call(updatePost, { params: { id: postId }, body: { published: false, version } });
      await note({ postId, isPublished: false }, (document) => postIdIn(document) === postId);
    },
  };
}

/** The refined draft of step 9, else the first of step 8; of an answer that was asked for again, the newest. */
function firstDraft(drafts: DraftStore, runId: string) {
  const own = drafts.cards().flatMap(({ draft }) => {
    const document = drafts.find(draft.id);
    return document && readOrigin(document).runId === runId ? [document] : [];
  });
  return own.find((document) => readOrigin(document).step === 9) ?? own[0] ?? null;
}
