import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useId, useRef, useState } from 'react';
import { classNames } from '#shared/ui/class-names.ts';
import type { PostSession } from '../../editor/index.ts';
import { usePorts } from '../../ports-context.tsx';
import { HelpProvider, useHasCard, useSuggester } from '../../suggest/index.ts';
import { postStatus } from '../post-status.ts';
import { FormActions } from './form-actions.tsx';
import { FormHeading } from './form-heading.tsx';
import type { FormProps } from './form-props.ts';
import { relatedIn } from './judging/use-judgement.ts';
import { usePostJudging } from './judging/use-post-judging.ts';
import { ConflictDialog } from './notices/conflict-dialog.tsx';
import { GoneDialog } from './notices/gone-dialog.tsx';
import { NoticesOverText } from './notices/notices-over-text.tsx';
import type { OpenedForm } from './open-form.ts';
import { PostImages } from './post-images.tsx';
import { SaveStateLine } from './saving/save-state-line.tsx';
import { useSaveWays } from './saving/use-save-ways.ts';
import { SideColumn } from './side-column.tsx';
import { TextColumn } from './text-column.tsx';
import { PostPreviewButton } from './unpublished/post-preview.tsx';
import { ShareLinksButton } from './unpublished/share-links.tsx';
import { useDetailsPanel } from './use-details-panel.ts';
import { useFormErrors } from './use-form-errors.ts';
import { useLeavingForm } from './use-leaving-form.ts';
import { useTextEdits } from './use-text-edits.ts';
import { useThrottledState } from './use-throttled-state.ts';

interface PostFormProps {
  opened: OpenedForm;
  /**
   * Called when the form is left, with the post that it had or has just made, and the draft that it has put into the
   * bin; null when there is none.
   */
  onClose: (postId: number | null, discarded: string | null) => void;
  /** Called when the server has got a new post, and the form stays open with it. */
  onAdopted: (postId: number) => void;
}

/**
 * The form of one post (docs/rules.md, "Post form"). All values and typed words belong to the session; the form has no
 * copy of them.
 */
export function PostForm({ opened, onClose, onAdopted }: PostFormProps) {
  const { session } = opened;
  const { clock } = usePorts();
  const state = useThrottledState(session);
  const { save, values } = state;
  const { base } = save;
  const form = useRef<HTMLFormElement>(null);
  const { errors, check } = useFormErrors(session, state, form);
  const [isManagingImages, setIsManagingImages] = useState(false);
  // A form opened from far down the list must begin at its top.
  useEffect(() => {
    window.scrollTo(0, 0);
  }, []);

  const { close, cancel, discard, giveUp } = useLeavingForm({ opened, state, onClose });
  const text = useTextEdits();
  const help = useSuggester(session, text.edits);
  const hasCard = useHasCard(help.suggester);
  const saves = useSaveWays({ opened, state, help, check, onClose: close, onAdopted });
  const judging = usePostJudging(session, state);
  const details = useDetailsPanel(errors);
  const detailsId = useId();

  const isReadOnly = save.kind === 'locked';
  const isLive = base !== null && postStatus(base.baseText, clock.now()) === 'Published';
  const props: FormProps = { session, values, errors, isReadOnly };
  const title = base ? 'Edit Post' : 'Create New Post';
  const beside = { state, text, judging, isLive, form, check, onClose: close };
  return (
    <HelpProvider help={help}>
      <FormOf session={session} ref={form} title={title} onSubmit={saves.andClose}>
        <FormHeading
          title={title}
          slug={base?.baseText.slug ?? null}
          details={details}
          detailsId={detailsId}
          views={
            <>
              <PostPreviewButton session={session} />
              {base && !isLive && <ShareLinksButton postId={base.postId} isUnsaved={state.isUnsaved} />}
            </>
          }
        />
        <NoticesOverText opened={opened} state={state} onDiscard={discard} onEdited={text.focus} />
        <div
          className={classNames(
            'grid items-start gap-6 xl:gap-8',
            (details.isOpen || hasCard) && 'lg:grid-cols-[minmax(0,1fr)_22rem]',
          )}
        >
          <TextColumn
            {...{ ...props, state, text }}
            related={relatedIn(judging.judgement)}
            onManageImages={() => setIsManagingImages(true)}
            onSaveFile={saves.asFile}
          />
          <SideColumn {...{ ...props, ...beside }} id={detailsId} isOpen={details.isOpen} />
        </div>
        <FormActions
          {...{ ...props, base }}
          isLetterHeld={state.isLetterHeld}
          isSaving={save.kind === 'saving' || isReadOnly}
          stateLine={<SaveStateLine state={state} onTryAgain={() => session.online()} />}
          onSaveDraft={saves.asDraft}
          onCancel={cancel}
        />
        <PostImages {...props} isOpen={isManagingImages} onClose={() => setIsManagingImages(false)} />
        <ConflictDialog session={session} save={save} />
        <GoneDialog session={session} save={save} onGiveUp={giveUp} />
      </FormOf>
    </HelpProvider>
  );
}

interface FormOfProps {
  session: PostSession;
  ref: RefObject<HTMLFormElement | null>;
  title: string;
  onSubmit: () => void;
  children: ReactNode;
}

/**
 * The form element. Its values are saved through the session, never sent by the browser; the session is also told while
 * an input method composes letters.
 */
function FormOf({ session, ref, title, onSubmit, children }: FormOfProps) {
  return (
    <form
      ref={ref}
      noValidate
      aria-label={title}
      // Keeps its last lines above the bar at the bottom of a low window.
      className="low:pb-(--sticky-bottom)"
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
      onKeyDown={keepFromSending}
      onCompositionStart={() => session.setComposing(true)}
      onCompositionEnd={() => session.setComposing(false)}
    >
      {children}
    </form>
  );
}

/** Prevents that Enter in a line of the form submits it: that would publish a post whose title was just typed. */
function keepFromSending(event: KeyboardEvent<HTMLFormElement>): void {
  const { key, target, currentTarget } = event;
  // Dialogs over the form are elsewhere in the page.
  const isLine = target instanceof HTMLInputElement && target.type !== 'file' && currentTarget.contains(target);
  if (key === 'Enter' && isLine) event.preventDefault();
}
