import { discardedAt, openStoredDraft, workingCopyOf } from '#shared/workspace/post-draft.ts';
import { openDocumentChannel } from '../document-channel.ts';
import { orNothing } from '../documents/stored.ts';
import type { OpenedDraft } from './open-draft.ts';
import { draftHoldName, holdName } from './post-hold.ts';
import { openSession } from './post-session.ts';
import { standingFault } from './save-engine.ts';
import type { SaveReport } from './save-states.ts';
import type { PostSession, SessionPorts } from './session-states.ts';
import { createWaitingSaves, type WaitingSave } from './waiting-saves.ts';

/** A save that was sent without its form, and its result. */
export interface SentSave {
  readonly documentId: string;
  readonly report: Extract<SaveReport, { kind: 'saved' | 'refused' }>;
}

/** The progress of one save: `waits` while its form is open in some window, `asks` if the owner must decide. */
type SaveProgress = 'done' | 'waits' | 'no-answer' | 'asks';

/**
 * Sends a save that an earlier form, or an earlier start of the program, has left without an answer. A save whose form
 * is open, in whichever window, is left to that form. Whatever the server answers, words that the server does not have
 * are kept.
 */
export async function sendWaitingSave(
  ports: Omit<SessionPorts, 'report'>,
  documentId: string,
  tell: (sent: SentSave) => void,
): Promise<SaveProgress> {
  const { store, locks } = ports;
  const waiting = await waitingSave(ports, documentId);
  if (!waiting) return 'done';
  const load = async () => openStoredDraft(documentId, await store.load(documentId));
  const postId = workingCopyOf(await load())?.postId ?? waiting.pending.request.postId;
  const name = postId === null ? draftHoldName(documentId) : holdName(postId);
  const hold = await locks.tryHold(name);
  if (!hold) return 'waits';
  try {
    // Loaded again: another tab may have written or sent something before it released the post.
    const document = await load();
    const save = await waitingSave(ports, documentId);
    if (!save) return 'done';
    const isLiving = (await store.list('draft')).includes(documentId) && discardedAt(document) === null;
    if (!isLiving) return await sendAlone(ports, documentId, save, tell);
    const release = () => undefined;
    return await sendDraft(ports, { document, isStored: true, restored: null, release, holdName: name }, tell);
  } finally {
    hold.release();
  }
}

/** Returns a draft's save if it may be sent. */
async function waitingSave({ store }: Pick<SessionPorts, 'store'>, documentId: string): Promise<WaitingSave | null> {
  const saves = await orNothing(createWaitingSaves(store).all(), new Map<string, WaitingSave>());
  const save = saves.get(documentId);
  return save && save.fault === null && !save.isTakenBack ? save : null;
}

async function sendDraft(
  ports: Omit<SessionPorts, 'report'>,
  opened: OpenedDraft,
  tell: (sent: SentSave) => void,
): Promise<SaveProgress> {
  const { id, kind } = opened.document;
  const report = (told: SaveReport) => {
    if (told.kind === 'saved' || told.kind === 'refused') tell({ documentId: id, report: told });
  };
  const session = await openSession({ ...ports, report }, async () => opened);
  try {
    session.sendOverdue();
    await answered(session);
    const { save } = session.getState();
    const fault = save.kind === 'editing' ? null : standingFault(save);
    // There is no form to ask the owner, so the list shows the fault.
    if (fault) report({ kind: 'refused', fault });
    if (save.kind === 'offline' || save.kind === 'signed-out') return 'no-answer';
    return fault ? 'asks' : 'done';
  } finally {
    await session.close();
    const channel = openDocumentChannel(ports.openChannel);
    channel.tell({ id, kind, update: null, isRemoved: false });
    channel.close();
  }
}

function answered(session: PostSession): Promise<void> {
  return new Promise((resolve) => {
    const stop = session.subscribe(look);
    function look(): void {
      if (session.getState().save.kind === 'saving') return;
      stop();
      resolve();
    }
    look();
  });
}

/**
 * Handles a save whose draft is gone. If nothing was ever typed into the draft, as when a post is only taken offline,
 * the save is sent all the same; the version that it names protects the post. Otherwise another device has saved or
 * discarded the draft, and the save is dropped with it.
 */
async function sendAlone(
  { store, send }: Pick<SessionPorts, 'store' | 'send'>,
  documentId: string,
  { pending: { request, isMerged } }: WaitingSave,
  tell: (sent: SentSave) => void,
): Promise<SaveProgress> {
  const wasTyped = (await store.load(documentId)).length > 0;
  if (request.postId !== null && !wasTyped) {
    const outcome = await send(request);
    if (outcome.kind === 'no-answer' || outcome.kind === 'unauthorized') return 'no-answer';
    const { intent } = request;
    if (outcome.kind === 'stored') {
      tell({ documentId, report: { kind: 'saved', intent, isNew: false, isMerged, post: outcome.post } });
    } else if (outcome.kind === 'refused') tell({ documentId, report: outcome });
  }
  await createWaitingSaves(store).drop(documentId);
  return 'done';
}
