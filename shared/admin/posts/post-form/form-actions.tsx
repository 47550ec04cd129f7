import { type ReactNode, useId } from 'react';
import { stickyBottom } from '#shared/ui/sticky-bar.ts';
import type { WorkingCopy } from '#shared/workspace/post-draft.ts';
import { OfferingButton } from '../../offer-commands.tsx';
import { useNowAround } from '../use-now-around.ts';
import { LetterSwitch } from './fields/letter-switch.tsx';
import { PublishSwitches } from './fields/publish-switches.tsx';
import type { FormProps } from './form-props.ts';
import { letterText } from './saving/letter-text.ts';
import { submitText } from './saving/submit-text.ts';
import { usePublicationLetter } from './saving/use-publication-letter.ts';

interface FormActionsProps extends FormProps {
  /** The version from which the form was made; null for a new post. */
  base: WorkingCopy | null;
  /** For a new post: no letter is to be sent. */
  isLetterHeld: boolean;
  isSaving: boolean;
  stateLine: ReactNode;
  onSaveDraft: () => void;
  onCancel: () => void;
}

const SAVE_KEYS = 'Control+S Meta+S';

/** The buttons that save and leave, with a description of what they will do, and the form's state; always in sight. */
export function FormActions(given: FormActionsProps) {
  const { base, isLetterHeld, isSaving, stateLine, onSaveDraft, onCancel, ...props } = given;
  const willDoId = useId();
  const now = useNowAround(props.values.publishedAt);
  const letter = usePublicationLetter({ values: props.values, base, isHeld: isLetterHeld, now });
  // Tells what Ctrl+S does, see `inPlace`: a post that readers may see stays a post.
  const savesPost = base?.baseText.published === true;
  return (
    <div
      ref={stickyBottom}
      // A low window shows the bar in one row that scrolls sideways; the bar is fixed at the bottom wherever the form
      // begins.
      className="sticky bottom-0 z-10 -mx-1 mt-6 border-t border-line bg-paper/95 px-1 py-2 backdrop-blur-sm short:mt-3 short:py-1! md:py-3 low:fixed low:inset-x-0 low:mx-0! low:flex low:items-center low:gap-4 low:overflow-x-auto low:[scrollbar-width:none] low:px-4 low:whitespace-nowrap"
    >
      <div className="low:order-1 flex flex-wrap low:flex-nowrap items-baseline justify-between gap-x-6 gap-y-0.5 md:short:flex-nowrap">
        <p id={willDoId} className="text-sm font-semibold short:text-xs md:short:shrink-0">
          {submitText(props.values, base, now)}
          {letter && letterText(letter)}
        </p>
        {stateLine}
      </div>
      <div className="mt-2 flex flex-wrap items-center gap-2 short:mt-1 short:[&>button]:min-h-8 low:mt-0 low:flex-nowrap">
        <OfferingButton
          command={base === null ? 'Create Post' : 'Update Post'}
          words={['save', 'publish', 'close']}
          type="submit"
          variant="primary"
          disabled={isSaving}
          aria-describedby={willDoId}
          aria-keyshortcuts={savesPost ? SAVE_KEYS : undefined}
        >
          {base === null ? 'Create Post' : 'Update Post'}
        </OfferingButton>
        <OfferingButton
          command="Save Draft"
          words={['keep', 'unpublished']}
          onClick={onSaveDraft}
          disabled={isSaving}
          aria-keyshortcuts={savesPost ? undefined : SAVE_KEYS}
        >
          Save Draft
        </OfferingButton>
        <OfferingButton
          command="Close This Post"
          words={['cancel', 'leave', 'back']}
          variant="plain"
          onClick={onCancel}
        >
          Cancel
        </OfferingButton>
        <PublishSwitches {...props} />
        {letter && (
          <div className="md:ms-4">
            <LetterSwitch
              postId={base?.postId ?? null}
              session={props.session}
              letter={letter}
              isReadOnly={props.isReadOnly}
            />
          </div>
        )}
      </div>
    </div>
  );
}
