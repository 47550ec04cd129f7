import type { RefObject } from 'react';
import { type SessionState, storedPostOf } from '../../editor/index.ts';
import { SuggestCard } from '../../suggest/index.ts';
import { KeepPendingButton } from '../pending/index.ts';
import { DetailsPanel } from './details-panel.tsx';
import type { FormProps } from './form-props.ts';
import { BeforePublishing } from './judging/before-publishing.tsx';
import { SecondReader } from './judging/second-reader/second-reader.tsx';
import { secondReaderIn } from './judging/use-judgement.ts';
import type { PostJudging } from './judging/use-post-judging.ts';
import type { useTextEdits } from './use-text-edits.ts';

interface SideColumnProps extends FormProps {
  /** The id of the panel with the details. */
  id: string;
  isOpen: boolean;
  state: SessionState;
  /** Whether readers see the post. */
  isLive: boolean;
  form: RefObject<HTMLFormElement | null>;
  text: ReturnType<typeof useTextEdits>;
  judging: PostJudging;
  /** Whether the values may be saved; if not, shows their faults. */
  check: (intent: 'post') => boolean;
  onClose: (postId: number) => void;
}

/**
 * The column beside the text, on a narrow screen below it: suggestions, and everything about the post except its words.
 */
export function SideColumn(given: SideColumnProps) {
  const { id, isOpen, state, isLive, form, text, judging, check, onClose, ...props } = given;
  const { session, isReadOnly } = props;
  const { base, kind } = state.save;
  const reader = secondReaderIn(judging.judgement);
  const goToField = (name: string) => form.current?.querySelector<HTMLElement>(`[data-field="${name}"]`)?.focus();
  return (
    <div className="grid min-w-0 content-start gap-4 self-stretch empty:hidden">
      <SuggestCard edits={text.edits} isReadOnly={isReadOnly} />
      <DetailsPanel
        {...props}
        id={id}
        isOpen={isOpen}
        version={base?.baseVersion ?? null}
        judgement={
          isOpen && (
            <BeforePublishing
              judgement={judging.judgement}
              goTo={text.goTo}
              goToField={goToField}
              secondReader={reader && <SecondReader {...{ desk: judging.desk, reader, isReadOnly, goTo: text.goTo }} />}
            />
          )
        }
        keepPending={
          base &&
          isLive && (
            <KeepPendingButton
              base={base}
              disabled={kind === 'saving' || isReadOnly || !state.isUnsaved}
              read={() => (check('post') ? session.getState().values : null)}
              onKept={() => {
                // The words are on the server; the draft discarded here is in the bin as well.
                session.discard(storedPostOf(base));
                onClose(base.postId);
              }}
            />
          )
        }
      />
    </div>
  );
}
