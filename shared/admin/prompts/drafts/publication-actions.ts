import { workflowMessages } from '#shared/workflow/messages.ts';
import { errorText } from '../../error-text.ts';
import type { ActionContext } from '../runs/action-context.ts';
import { errorNotice } from '../runs/page-signals.ts';
import type { RunSession } from '../runs/run-session.ts';
import type { PublishedPost } from '../runs/run-state.ts';
import { type PublicationOutcome, publicationMessage } from './publish-left-draft.ts';
import { readPublished } from './read-published.ts';

/** The time, in milliseconds, during which a publication by a run or by one press can be undone. */
const UNDO_MS = 10_000;

/** Offers for a while to undo a publication that the owner has not made with a press in a form. */
export function offerUndo(
  { ports, timers, get, set }: ActionContext,
  { postId, version, title }: Omit<PublishedPost, 'until'>,
): void {
  set({ published: { postId, version, title, until: ports.clock.now() + UNDO_MS } });
  timers.after(UNDO_MS, () => {
    if (get().published?.postId === postId) set({ published: null });
  });
}

/**
 * Handles a post that a run has published by itself: its publication can be undone, and a second reader reads it if the
 * owner allows that.
 */
export function afterAutoPublish(context: ActionContext, post: Omit<PublishedPost, 'until'>): void {
  void readPublished(context, post);
  offerUndo(context, post);
}

/** Reports the outcome of a publication without a form. */
export function tellPublication(context: ActionContext, outcome: PublicationOutcome): void {
  const { ports, page } = context;
  ports.analytics.adminAction('draft_published', { success: outcome.kind === 'published' });
  if (outcome.kind !== 'published') {
    page.notice(publicationMessage(outcome));
    return;
  }
  const { id, version, values } = outcome.post;
  page.stale('posts');
  page.notice(workflowMessages.draftPublished());
  afterAutoPublish(context, { postId: id, version, title: values.title });
}

/**
 * Returns the owner's actions on a draft that a finished run has left to them, and on a post that the run has
 * published.
 */
export function publicationActions(context: ActionContext) {
  const { ports, page, get, set, whenOpen } = context;

  /** Performs an action on a draft and reports a failure. */
  const orTell = (work: (session: RunSession, id: string) => Promise<void>) => (id: string) =>
    whenOpen((session) =>
      work(session, id).catch((error: unknown) => page.notice(workflowMessages.publishingFailed(errorText(error)))),
    );

  return {
    openLeftDraft: orTell(({ autoPublish }, id) => autoPublish.openLeft(id)),
    putOffLeftDraft: orTell(({ autoPublish }, id) => autoPublish.putOff(id)),
    publishLeftDraft: orTell(async ({ autoPublish }, id) => {
      const outcome = await autoPublish.publish(id);
      if (outcome?.kind === 'signed-out') page.signedOut();
      if (outcome) tellPublication(context, outcome);
    }),
    /** Makes the last published post a draft again. */
    undoPublish: () =>
      whenOpen(async ({ autoPublish }) => {
        const { published } = get();
        if (published === null) return;
        set({ published: null });
        const tell = (success: boolean) => ports.analytics.adminAction('publish_undone', { success });
        try {
          await autoPublish.undo(published);
          tell(true);
          page.notice({ title: 'Taken off the site', description: 'The post is a draft again.', isError: false });
        } catch (error) {
          tell(false);
          page.notice(errorNotice(errorText(error)));
        }
        page.stale('posts');
      }),
  };
}
