import { OfflineError } from '#shared/api-client/api-error.ts';
import type { JudgeFinding } from '#shared/contract/judge.ts';
import { leftKeyIn, postIdIn, writeLeftKey, writePost } from '#shared/runs/draft-document.ts';
import { workflowMessages } from '#shared/workflow/messages.ts';
import { type DraftDocument, readValues } from '#shared/workspace/post-draft.ts';
import type { OpenDocuments } from '../../documents/open-documents.ts';
import { orNothing } from '../../documents/stored.ts';
import { draftHoldName, type StoredPost, sendSave } from '../../editor/index.ts';
import { type JudgePorts, NOT_LOOKED_AT, redByServer, redFindings } from '../../judge-post.ts';
import type { WindowLocks } from '../../ports.ts';
import { isSignedOut } from '../../query-client.ts';
import type { DraftStore } from './draft-store.ts';
import { formDraftOf, freeSlug } from './form-draft.ts';

/** Asks the owner, who has pressed for it, whether to publish what these findings stand against. */
export type AskToPublish = (red: readonly JudgeFinding[]) => Promise<boolean>;

export interface LeftDraftOptions extends JudgePorts {
  documents: OpenDocuments;
  drafts: DraftStore;
  locks: WindowLocks;
  unique(): string;
}

/** What became of a publication without a form. `refused` has the words for the owner; the draft stays left to them. */
export type PublicationOutcome =
  | { readonly kind: 'published'; readonly documentId: string; readonly post: StoredPost }
  | { readonly kind: 'signed-out' }
  | { readonly kind: 'refused'; readonly message: string };

const OPEN_IN_A_FORM = 'The draft is open in a form. Publish it there.';
const SIGNED_OUT = 'Please sign in again, then publish it.';
/** As often a slug is given up for the next free one. */
const MOST_SLUGS = 3;

/**
 * Publishes, without opening the form, a draft that a finished run has left to be published: what its form would have
 * sent, under the same Idempotency-Key. `ask` is null where nobody is there to be asked. Null where nothing is left to do, or
 * the owner thinks better of it. Throws NotKeptError.
 */
export async function publishLeftDraft(
  options: LeftDraftOptions,
  draftId: string,
  ask: AskToPublish | null,
): Promise<PublicationOutcome | null> {
  const { documents, drafts, locks } = options;
  const document = drafts.find(draftId);
  if (!document || leftKeyIn(document) === null || postIdIn(document) !== null) return null;
  const documentId = await formDraftOf(options, document);
  if (documentId === null) return null;
  const hold = await locks.tryHold(draftHoldName(documentId));
  if (!hold) return { kind: 'refused', message: OPEN_IN_A_FORM };
  try {
    const form = await documents.open('draft', documentId);
    // A form that was open on it meanwhile has written to the store by itself.
    await documents.refresh(form);
    if (ask) {
      const red = await redFindings(options, null, readValues(form));
      if (red.length > 0 && !(await ask(red))) return null;
    } else {
      const refusal = await refusalOf(options, form);
      if (refusal) return refusal;
    }
    const outcome = await create(options, draftId, form);
    if (outcome.kind !== 'published') return outcome;
    const noted = drafts.change(draftId, (changed) => {
      writePost(changed, { postId: outcome.post.id, isPublished: true });
      writeLeftKey(changed, null);
    });
    // The post is there, whether this computer can write it down or not.
    const removed = noted.then(() => documents.remove(form));
    await orNothing(removed, undefined);
    return outcome;
  } finally {
    hold.release();
  }
}

/** What the judge has against it where nobody is there: what could not be looked at is refused as well. */
async function refusalOf(ports: JudgePorts, form: DraftDocument): Promise<PublicationOutcome | null> {
  try {
    const [red] = await redByServer(ports, null, readValues(form));
    return red ? { kind: 'refused', message: red.says } : null;
  } catch (error) {
    if (isSignedOut(error)) return { kind: 'signed-out' };
    return { kind: 'refused', message: error instanceof OfflineError ? error.detail : NOT_LOOKED_AT };
  }
}

async function create(
  { api, documents, drafts, unique }: LeftDraftOptions,
  draftId: string,
  form: DraftDocument,
): Promise<PublicationOutcome> {
  for (let tries = 1; ; tries += 1) {
    const document = drafts.find(draftId);
    const key = (document && leftKeyIn(document)) ?? unique();
    const values = readValues(form);
    const outcome = await sendSave(api, { intent: 'post', postId: null, version: null, base: null, values, key });
    if (outcome.kind === 'stored') return { kind: 'published', documentId: form.id, post: outcome.post };
    // The same call may still arrive: it is asked for again under the same key.
    if (outcome.kind === 'no-answer') return { kind: 'refused', message: new OfflineError(null).detail };
    if (outcome.kind === 'unauthorized') return { kind: 'signed-out' };
    const fault = outcome.kind === 'refused' ? outcome.fault : null;
    // A key that was refused is refused for ever.
    await drafts.change(draftId, (changed) => writeLeftKey(changed, unique()));
    if (fault?.code !== 'slug_taken' || tries >= MOST_SLUGS) {
      return { kind: 'refused', message: fault?.issues[0]?.message ?? fault?.message ?? outcome.kind };
    }
    form.setField('slug', await freeSlug(api, values.slug));
    await documents.keep(form);
  }
}

/** What a publication that did not happen is told as. */
export function publicationMessage(outcome: Exclude<PublicationOutcome, { kind: 'published' }>) {
  return workflowMessages.publishingFailed(outcome.kind === 'signed-out' ? SIGNED_OUT : outcome.message);
}
