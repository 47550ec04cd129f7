import { type KeyboardEvent, useCallback, useEffect, useId, useMemo, useRef, useState } from 'react';
import type { PendingChange } from '#shared/contract/pending.ts';
import { classNames } from '#shared/ui/class-names.ts';
import { useConfirm } from '#shared/ui/confirm.tsx';
import { useToast } from '#shared/ui/toast.tsx';
import type { WorkingCopy } from '#shared/workspace/post-draft.ts';
import type { TextEdits } from '../../content-editor/index.ts';
import { type StoredPost, storedPost, storedPostOf } from '../../editor/index.ts';
import { useGiveFormCommands } from '../../form-commands.tsx';
import { usePorts } from '../../ports-context.tsx';
import { HelpProvider, SuggestCard, SuggestMenu, useHasCard, useSuggester } from '../../suggest/index.ts';
import { useSaveMarkdown } from '../markdown-files/index.ts';
import { editedChange, KeepPendingButton, PendingNotice } from '../pending/index.ts';
import { postStatus } from '../post-status.ts';
import { ProposalNotice } from '../proposals/proposal-notice.tsx';
import { RevisionsButton } from '../revisions/index.ts';
import { DebugPanel } from './debug-panel.tsx';
import { DetailsPanel } from './details-panel.tsx';
import { discardQuestion } from './discard-question.ts';
import { ContentField } from './fields/content-field.tsx';
import { SearchFields } from './fields/search-fields.tsx';
import { SummaryFields, TitleField } from './fields/text-fields.tsx';
import { FormActions } from './form-actions.tsx';
import { FormHeading } from './form-heading.tsx';
import type { FormProps } from './form-props.ts';
import { FormSection } from './form-section.tsx';
import { FormTools } from './form-tools.tsx';
import { BeforePublishing } from './judging/before-publishing.tsx';
import { SecondReader } from './judging/second-reader/second-reader.tsx';
import { useSecondReader } from './judging/second-reader/use-second-reader.ts';
import { relatedIn, secondReaderIn, useJudgement } from './judging/use-judgement.ts';
import { ConflictDialog } from './notices/conflict-dialog.tsx';
import { FormNotices } from './notices/form-notices.tsx';
import { GoneDialog } from './notices/gone-dialog.tsx';
import type { OpenedForm } from './open-form.ts';
import { PostImages } from './post-images.tsx';
import { SaveStateLine } from './saving/save-state-line.tsx';
import { useForeignSaves } from './saving/use-foreign-saves.ts';
import { usePostSaves } from './saving/use-post-saves.ts';
import { useSaveShortcut } from './saving/use-save-shortcut.ts';
import { PostPreviewButton } from './unpublished/post-preview.tsx';
import { ShareLinksButton } from './unpublished/share-links.tsx';
import { useDetailsPanel } from './use-details-panel.ts';
import { useFormErrors } from './use-form-errors.ts';
import { leavesSaving, useLeaveWarning } from './use-leave-warning.ts';
import { useSaveWhenOnline, useSignInForSave } from './use-session-upkeep.ts';
import { useThrottledState } from './use-throttled-state.ts';

interface PostFormProps {
  opened: OpenedForm;
  /** The form is left: the post it had, or has just made, and the draft it has put into the bin; null for none. */
  onClose: (postId: number | null, discarded: string | null) => void;
  /** A new post has become one the server knows, and the form stays open on it. */
  onAdopted: (postId: number) => void;
}

/**
 * The form for one post (docs/rules.md, "Post form"). What it shows and what is typed is the session's; it holds no
 * copy.
 */
export function PostForm({ opened, onClose, onAdopted }: PostFormProps) {
  const { session } = opened;
  const { clock } = usePorts();
  const state = useThrottledState(session);
  const { save, values } = state;
  const { base } = save;
  const form = useRef<HTMLFormElement>(null);
  const { errors, check } = useFormErrors(session, state, form);
  const confirm = useConfirm();
  const toast = useToast();
  const [isManagingImages, setIsManagingImages] = useState(false);
  const [isDebugging, setIsDebugging] = useState(false);
  const letGo = useLeaveWarning(session, state);
  useSaveWhenOnline(session, save);
  useSignInForSave(session, save);
  // A form opened from far down the list begins at its top.
  useEffect(() => {
    window.scrollTo(0, 0);
  }, []);

  const close = (postId: number | null, discarded: string | null = null) => {
    letGo();
    onClose(postId, discarded);
  };
  const edits = useRef<TextEdits | null>(null);
  const help = useSuggester(session, edits);
  const hasCard = useHasCard(help.suggester);
  const saves = usePostSaves({ opened, check, onClose: close, onAdopted });
  useSaveShortcut(saves.inPlace);
  const saveFile = useSaveMarkdown(session);
  useGiveFormCommands({ save: saves.inPlace, saveFile: () => void saveFile(), suggest: (kind) => help.open(kind) });
  useForeignSaves(state, onAdopted);
  const giveUp = () => {
    const { isUnsaved, isOthers } = session.getState();
    // What another device is writing is not given up from here by looking at it.
    const isOwn = (isUnsaved && !isOthers) || save.kind === 'offline';
    const discarded = isOwn ? session.discard(base && save.kind !== 'gone' ? storedPostOf(base) : null) : null;
    close(base?.postId ?? null, discarded);
  };
  const isKept = opened.isKeeping && state.journal.kind !== 'not-kept';
  const cancel = async () => {
    const warning = session.leaveWarning();
    const question = warning === 'saving' ? leavesSaving : discardQuestion(base?.postId ?? null, isKept);
    if (warning === null || (await confirm(question))) giveUp();
  };
  const discard = async () => {
    if (!(await confirm(discardQuestion(base?.postId ?? null, isKept)))) return;
    // Nothing would be left of a new post's form.
    if (base === null) giveUp();
    else session.discard(newestKnown(opened.stored, base));
  };

  const editPending = (change: PendingChange) => {
    if (base === null) return;
    const { values: edited, isAsked } = editedChange(change, base.baseText);
    session.setValues(edited);
    if (isAsked) toast(bothInPending);
  };

  const isReadOnly = save.kind === 'locked';
  const isLive = base !== null && postStatus(base.baseText, clock.now()) === 'Published';
  const props: FormProps = { session, values, errors, isReadOnly };
  const [round, setRound] = useState(0);
  const judgement = useJudgement({ id: base?.postId ?? null, document: state.documentId, round }, values);
  const reader = secondReaderIn(judgement);
  const desk = useSecondReader(session, () => setRound((before) => before + 1));
  const details = useDetailsPanel(errors);
  const detailsId = useId();
  const takeEdits = useCallback((given: TextEdits) => {
    edits.current = given;
  }, []);
  const goTo = useCallback((place: { start: number; end: number }) => edits.current?.goTo(place), []);
  const goToField = useCallback(
    (name: string) => form.current?.querySelector<HTMLElement>(`[data-field="${name}"]`)?.focus(),
    [],
  );
  const goToText = useCallback(() => edits.current?.focus(), []);
  // The same while it says the same, as all that Content gets: the form around it is drawn more often.
  const menu = useMemo(() => <SuggestMenu isReadOnly={isReadOnly} />, [isReadOnly]);
  const title = base ? 'Edit Post' : 'Create New Post';
  return (
    <HelpProvider help={help}>
      <form
        ref={form}
        noValidate
        aria-label={title}
        onSubmit={(event) => {
          event.preventDefault();
          saves.andClose();
        }}
        onKeyDown={keepFromSending}
        onCompositionStart={() => session.setComposing(true)}
        onCompositionEnd={() => session.setComposing(false)}
      >
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
        <FormNotices opened={opened} state={state} onDiscard={discard} />
        {base && <ProposalNotice postId={base.postId} />}
        {base && !isReadOnly && (
          <PendingNotice
            postId={base.postId}
            isUnsaved={state.isUnsaved}
            onEdit={editPending}
            onPublished={(post) => session.discard(storedPost(post))}
          />
        )}
        <div
          className={classNames(
            'grid items-start gap-6 xl:gap-8',
            (details.isOpen || hasCard) && 'lg:grid-cols-[minmax(0,1fr)_22rem]',
          )}
        >
          <div className="grid min-w-0 gap-5 short:gap-2">
            <TitleField {...props} isNew={base === null} onEnter={goToText} />
            <ContentField
              session={session}
              error={errors.content}
              featuredImage={values.featuredImage}
              isReadOnly={isReadOnly}
              related={relatedIn(judgement)}
              help={menu}
              onEdits={takeEdits}
            />
            <FormTools
              isDebugging={isDebugging}
              revisions={
                base && (
                  <RevisionsButton
                    postId={base.postId}
                    version={base.baseVersion}
                    current={values}
                    isUnsaved={state.isUnsaved}
                    canRestore={save.kind === 'saved' || save.kind === 'editing'}
                    onRestored={(post) => session.discard(storedPost(post))}
                  />
                )
              }
              onManageImages={() => setIsManagingImages(true)}
              onSaveFile={saveFile}
              onDebug={() => setIsDebugging(!isDebugging)}
            />
            {isDebugging && <DebugPanel state={state} />}
            <FormSection title="Summary">
              <SummaryFields {...props} />
            </FormSection>
            <FormSection title="Search engines and sharing">
              <SearchFields {...props} />
            </FormSection>
          </div>
          <div className="grid min-w-0 content-start gap-4 self-stretch empty:hidden">
            <SuggestCard edits={edits} isReadOnly={isReadOnly} />
            <DetailsPanel
              {...props}
              id={detailsId}
              isOpen={details.isOpen}
              version={base?.baseVersion ?? null}
              judgement={
                details.isOpen && (
                  <BeforePublishing
                    judgement={judgement}
                    goTo={goTo}
                    goToField={goToField}
                    secondReader={reader && <SecondReader {...{ desk, reader, isReadOnly, goTo }} />}
                  />
                )
              }
              keepPending={
                base &&
                isLive && (
                  <KeepPendingButton
                    base={base}
                    disabled={save.kind === 'saving' || isReadOnly || !state.isUnsaved}
                    read={() => (check('post') ? session.getState().values : null)}
                    onKept={() => {
                      // The words are on the server; what is discarded here lies in the bin as well.
                      session.discard(storedPostOf(base));
                      close(base.postId);
                    }}
                  />
                )
              }
            />
          </div>
        </div>
        <FormActions
          {...props}
          base={base}
          isLetterHeld={state.isLetterHeld}
          isSaving={save.kind === 'saving' || isReadOnly}
          stateLine={<SaveStateLine state={state} onTryAgain={() => session.online()} />}
          onSaveDraft={saves.asDraft}
          onCancel={cancel}
        />
        <PostImages {...props} isOpen={isManagingImages} onClose={() => setIsManagingImages(false)} />
        <ConflictDialog session={session} save={save} />
        <GoneDialog session={session} save={save} onGiveUp={giveUp} />
      </form>
    </HelpProvider>
  );
}

const bothInPending = {
  title: 'Both changed the same place',
  description: 'The post was saved in the same places since. Both texts are here: look them over before you save.',
};

/** The saved version: the one the form was opened with, unless a newer one has come since. */
function newestKnown(stored: StoredPost | null, base: WorkingCopy | null): StoredPost | null {
  return base && base.baseVersion > (stored?.version ?? 0) ? storedPostOf(base) : stored;
}

/** Enter in a line of the form sends nothing: it would publish a post of which the title was just typed. */
function keepFromSending(event: KeyboardEvent<HTMLFormElement>): void {
  const { key, target, currentTarget } = event;
  // Windows over the form stand elsewhere in the page.
  const isLine = target instanceof HTMLInputElement && target.type !== 'file' && currentTarget.contains(target);
  if (key === 'Enter' && isLine) event.preventDefault();
}
