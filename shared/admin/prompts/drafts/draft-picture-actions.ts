import { type GeneratedDocument, postIdIn, readDraft } from '#shared/runs/draft-document.ts';
import { errorText } from '../../error-text.ts';
import { ALMOST_READY, generationFault, isNotReady, NEEDS_TEXT } from '../../images/index.ts';
import type { ActionContext } from '../runs/action-context.ts';
import { errorNotice } from '../runs/page-signals.ts';
import { workOnDraft } from './draft-actions.ts';
import { type DraftCallOptions, illustratePost, makeImage } from './draft-calls.ts';

/** The time, in milliseconds, between a failure and the second toast (docs/rules.md, "Generate Image"). */
const SECOND_TOAST_MS = 2000;

/** Returns the owner's actions on the picture of a draft. */
export function draftPictureActions(context: ActionContext) {
  const { timers, page, whenOpen } = context;

  /**
   * Sets the picture of a draft, and of the post that the draft has become, since the form of that post no longer
   * begins with the draft.
   */
  async function setImage(calls: DraftCallOptions, document: GeneratedDocument, address: string): Promise<void> {
    const draft = readDraft(document);
    if (draft === null) return;
    await calls.drafts.change(draft.id, (changed) => changed.setField('featuredImage', address || undefined));
    const postId = postIdIn(document);
    if (postId === null) return;
    try {
      await illustratePost(calls, postId, { address, before: draft.featuredImage ?? '' });
      page.stale('posts');
    } catch (error) {
      page.notice(errorNotice(`The post of this draft keeps the picture it had. ${errorText(error)}`));
    }
  }

  function tellFailure(error: unknown): void {
    const message = generationFault(error);
    page.notice(errorNotice(message, 'Image Generation Failed'));
    if (isNotReady(message)) timers.after(SECOND_TOAST_MS, () => page.notice({ ...ALMOST_READY, isError: true }));
  }

  return {
    /** Makes a picture, sets it on the draft and on the post that the draft has become, and shows the Posts tab. */
    makeDraftImage: (id: string, customPrompt = '') =>
      whenOpen(async (session) => {
        const card = session.drafts.cards().find(({ draft }) => draft.id === id);
        if (card && (card.draft.title.trim() === '' || card.draft.excerpt.trim() === '')) {
          page.notice(errorNotice(NEEDS_TEXT));
          return;
        }
        await workOnDraft(context, session, id, {
          ...{ name: 'image_generated', busy: 'making-image', onFailure: tellFailure },
          async run(document, calls) {
            const address = await makeImage(calls, document, customPrompt);
            page.stale('images');
            page.notice({
              title: 'Image Generated!',
              description: 'The draft has its featured image.',
              isError: false,
            });
            await setImage(calls, document, address);
            // Making the picture took a while: the owner may now be writing something.
            if (!page.isBusy()) page.goTo({ kind: 'posts' });
          },
        });
      }),
    /**
     * Sets the picture's address. An empty address removes the picture, also from the post that the draft has become,
     * if the post still has it.
     */
    setDraftImage: (id: string, address: string) =>
      whenOpen((session) =>
        workOnDraft(context, session, id, {
          ...{ name: 'draft_image_changed', busy: null },
          run: (document, calls) => setImage(calls, document, address),
          onFailure: (error) => page.notice(errorNotice(errorText(error))),
        }),
      ),
  };
}
