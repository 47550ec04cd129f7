import { useMemo, useState } from 'react';
import type { RelatedPost } from '#shared/contract/judge.ts';
import { type SessionState, storedPost } from '../../editor/index.ts';
import { SuggestMenu } from '../../suggest/index.ts';
import { RevisionsButton } from '../revisions/index.ts';
import { DebugPanel } from './debug-panel.tsx';
import { ContentField } from './fields/content-field.tsx';
import { SearchFields } from './fields/search-fields.tsx';
import { SummaryFields, TitleField } from './fields/text-fields.tsx';
import type { FormProps } from './form-props.ts';
import { FormSection } from './form-section.tsx';
import { FormTools } from './form-tools.tsx';
import type { useTextEdits } from './use-text-edits.ts';

interface TextColumnProps extends FormProps {
  state: SessionState;
  text: ReturnType<typeof useTextEdits>;
  related: readonly RelatedPost[];
  onManageImages: () => void;
  onSaveFile: () => void;
}

/** What is written: the title, the text with its tools, and how the post is summed up. */
export function TextColumn({ state, text, related, onManageImages, onSaveFile, ...props }: TextColumnProps) {
  const { session, values, errors, isReadOnly } = props;
  const [isDebugging, setIsDebugging] = useState(false);
  // The same while it says the same, as all that Content gets: the form around it is drawn more often.
  const menu = useMemo(() => <SuggestMenu isReadOnly={isReadOnly} />, [isReadOnly]);
  return (
    <div className="grid min-w-0 gap-5 short:gap-2">
      <TitleField {...props} isNew={state.save.base === null} onEnter={text.focus} />
      <ContentField
        session={session}
        error={errors.content}
        featuredImage={values.featuredImage}
        isReadOnly={isReadOnly}
        related={related}
        help={menu}
        onEdits={text.take}
      />
      <FormTools
        isDebugging={isDebugging}
        revisions={<Revisions session={session} values={values} state={state} />}
        onManageImages={onManageImages}
        onSaveFile={onSaveFile}
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
  );
}

/** The way to the post's saved versions; none of a new post. */
function Revisions({ session, values, state }: Pick<FormProps, 'session' | 'values'> & { state: SessionState }) {
  const { base, kind } = state.save;
  if (base === null) return null;
  return (
    <RevisionsButton
      postId={base.postId}
      version={base.baseVersion}
      current={values}
      isUnsaved={state.isUnsaved}
      canRestore={kind === 'saved' || kind === 'editing'}
      onRestored={(post) => session.discard(storedPost(post))}
    />
  );
}
