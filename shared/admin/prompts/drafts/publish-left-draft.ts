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

/** Asks the owner, who has pressed Publish, whether to publish in spite of these findings. */
export type AskToPublish = (red: readonly JudgeFinding[]) => Promise<boolean>;

export interface LeftDraftOptions extends JudgePorts {
  documents: OpenDocuments;
  drafts: DraftStore;
  locks: WindowLocks;
  unique(): string;
}

/**
 * The outcome of a publication without a form. `refused` has the message for the owner; the draft stays left to the
 * owner.
 */
export type PublicationOutcome =
  | { readonly kind: 'published'; readonly documentId: string; readonly post: StoredPost }
  | { readonly kind: 'signed-out' }
  | { readonly kind: 'refused'; readonly message: string };

const OPEN_IN_A_FORM = 'The draft is open in a form. Publish it there.';
const SIGNED_OUT = 'Please sign in again, then publish it.';
/** The number of slugs that are tried when a slug is taken. */
const MOST_SLUGS = 3;

/**
 * Publishes a draft that a finished run has left to be published, without opening the form: sends what its form would
 * have sent, under the same Idempotency-Key. `ask` is null when nobody is there to be asked. Returns null when nothing
 * is left to do, or when the owner decides against it. Throws NotKeptError.
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
    // A form that was open on the document in the meantime has written to the store on its own.
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
    // The post exists, whether or not this computer can note it.
    const removed = noted.then(() => documents.remove(form));
    await orNothing(removed, undefined);
    return outcome;
  } finally {
    hold.release();
  }
}

/**
 * Returns the judge's refusal when nobody is there to be asked; a draft that could not be judged is refused as well.
 */
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
    // The same call may still arrive, so it is repeated later under the same key.
    if (outcome.kind === 'no-answer') return { kind: 'refused', message: new OfflineError(null).detail };
    if (outcome.kind === 'unauthorized') return { kind: 'signed-out' };
    const fault = outcome.kind === 'refused' ? outcome.fault : null;
    // A key that was refused stays refused, so a new one is needed.
    await drafts.change(draftId, (changed) => writeLeftKey(changed, unique()));
    if (fault?.code !== 'slug_taken' || tries >= MOST_SLUGS) {
      return { kind: 'refused', message: fault?.issues[0]?.message ?? fault?.message ?? outcome.kind };
    }
    form.setField('slug', await freeSlug(api, values.slug));
    await documents.keep(form);
  }
}

/** Returns the toast for a publication that did not happen. */
export function publicationMessage(outcome: Exclude<PublicationOutcome, { kind: 'published' }>) {
  return workflowMessages.publishingFailed(outcome.kind === 'signed-out' ? SIGNED_OUT : outcome.message);
}
