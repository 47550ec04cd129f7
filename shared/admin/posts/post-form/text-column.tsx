import { Bug, Copy, FileDown, Images } from 'lucide-react';
import { type ReactNode, useMemo, useState } from 'react';
import type { RelatedPost } from '#shared/contract/judge.ts';
import { Button } from '#shared/ui/button.tsx';
import { useToast } from '#shared/ui/toast.tsx';
import { type SessionState, storedPost } from '../../editor/index.ts';
import { OfferingButton } from '../../offer-commands.tsx';
import { usePorts } from '../../ports-context.tsx';
import { SuggestMenu } from '../../suggest/index.ts';
import { RevisionsButton } from '../revisions/index.ts';
import { debugReport } from './debug-report.ts';
import { ContentField } from './fields/content-field.tsx';
import { SearchFields } from './fields/search-fields.tsx';
import { SummaryFields, TitleField } from './fields/text-fields.tsx';
import { errorsOf } from './form-errors.ts';
import type { FormProps } from './form-props.ts';
import { FormSection } from './form-section.tsx';
import type { useTextEdits } from './use-text-edits.ts';

interface TextColumnProps extends FormProps {
  state: SessionState;
  text: ReturnType<typeof useTextEdits>;
  related: readonly RelatedPost[];
  onManageImages: () => void;
  onSaveFile: () => void;
}

/** The written part: the title, the text with its tools, and the post's summary. */
export function TextColumn({ state, text, related, onManageImages, onSaveFile, ...props }: TextColumnProps) {
  const { session, values, errors, isReadOnly } = props;
  const [isDebugging, setIsDebugging] = useState(false);
  // Memoized, like all props of Content, because the surrounding form is drawn more often.
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

interface FormToolsProps {
  revisions: ReactNode;
  isDebugging: boolean;
  onManageImages: () => void;
  onSaveFile: () => void;
  onDebug: () => void;
}

/** The other actions on the post, below its text. */
function FormTools({ revisions, isDebugging, ...on }: FormToolsProps) {
  return (
    <div className="flex flex-wrap gap-2">
      <OfferingButton
        command="Manage Images"
        words={['pictures', 'photos', 'featured']}
        size="sm"
        onClick={on.onManageImages}
      >
        <Images aria-hidden />
        Manage Images
      </OfferingButton>
      {revisions}
      <Button size="sm" variant="plain" onClick={on.onSaveFile}>
        <FileDown aria-hidden />
        Save as Markdown
      </Button>
      <OfferingButton
        command="Debug Form"
        words={['state', 'report']}
        size="sm"
        variant="plain"
        onClick={on.onDebug}
        aria-expanded={isDebugging}
      >
        <Bug aria-hidden />
        Debug Form
      </OfferingButton>
    </div>
  );
}

/** The button for the post's saved versions; none for a new post. */
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

/** The form's values, their faults and the form's state on the server, to look at and to copy. */
function DebugPanel({ state }: { state: SessionState }) {
  const { clipboard } = usePorts();
  const toast = useToast();
  const report = debugReport({ ...state, errors: errorsOf(state.values, 'post') });
  const copy = async () => {
    try {
      await clipboard.writeText(report);
      toast({ title: 'Copied to the clipboard' });
    } catch {
      toast({
        title: 'Error',
        description: 'The clipboard cannot be written. Select the text instead.',
        variant: 'destructive',
      });
    }
  };
  return (
    <section aria-label="Form state" className="mt-6 rounded-md border border-line bg-sunken p-4">
      <div className="mb-2 flex items-center justify-between gap-4">
        <h3 className="font-semibold">Form state</h3>
        <Button size="sm" onClick={copy}>
          <Copy aria-hidden />
          Copy as text
        </Button>
      </div>
      <pre className="overflow-x-auto font-mono text-sm whitespace-pre-wrap">{report}</pre>
    </section>
  );
}
