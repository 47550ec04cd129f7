import { useId, useState } from 'react';
import { Button } from '#shared/ui/button.tsx';
import { useToast } from '#shared/ui/toast.tsx';
import { TextDifference } from '../../posts/revisions/index.ts';
import { CHANGED } from '../price.ts';
import type { SuggesterState } from '../suggester-states.ts';
import { WrittenText } from './asking-part.tsx';
import { ChoiceList } from './choice-list.tsx';
import { CopyButton } from './copy-button.tsx';
import { EditList } from './edit-list.tsx';
import type { PartProps } from './part-props.ts';
import { tookText } from './words.ts';

type Answered = Extract<SuggesterState, { kind: 'answered' }>;

/** The model's answer, to be accepted or not. */
export function AnsweredPart({ state, ...props }: PartProps & { state: Answered }) {
  const { suggester, onDiscard } = props;
  const { answer, usage, model } = state;
  const isText = answer.shape === 'text';
  return (
    <div className="grid gap-3">
      <p role="status" className="sr-only">
        The answer is here.
      </p>
      {answer.shape === 'text' && <TextAnswer {...props} state={state} text={answer.text} />}
      {answer.shape === 'choices' && <ChoiceList {...props} state={state} choices={answer.choices} />}
      {answer.shape === 'edits' && <EditList {...props} marks={answer.edits} kind={state.asked.body.kind} />}
      {!isText && (
        <div className="flex flex-wrap gap-2">
          <Button size="sm" onClick={() => void suggester.tryAgain()}>
            Try again
          </Button>
          <Button size="sm" variant="plain" onClick={onDiscard}>
            Close
          </Button>
        </div>
      )}
      <p className="text-xs text-muted">{tookText(usage, model)}</p>
    </div>
  );
}

function TextAnswer({
  suggester,
  edits,
  isReadOnly,
  onDiscard,
  state,
  text,
}: PartProps & { state: Answered; text: string }) {
  const toast = useToast();
  const [isComparing, setIsComparing] = useState(false);
  const whyId = useId();
  const { anchor } = state.asked;
  const take = () => {
    const place = suggester.take();
    if (!place) return;
    edits.current?.goTo(place);
    toast({ title: anchor.isBehind ? 'Put In' : 'Text Replaced', description: 'Undo takes it back in one step.' });
  };
  return (
    <>
      {isComparing ? (
        <TextDifference label="What changes" before={anchor.quote} after={text} />
      ) : (
        <WrittenText text={text} />
      )}
      {state.isChanged && (
        <p id={whyId} role="alert" className="text-sm font-semibold text-danger">
          {CHANGED}
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        {state.isChanged ? (
          <Button size="sm" variant="primary" data-first-focus onClick={() => suggester.askAboutNew()}>
            Ask again
          </Button>
        ) : (
          <Button size="sm" variant="primary" data-first-focus disabled={isReadOnly} onClick={take}>
            {anchor.isBehind ? 'Put in' : 'Replace the text'}
          </Button>
        )}
        <Button size="sm" onClick={() => void suggester.tryAgain()}>
          Try again
        </Button>
        <CopyButton text={text} />
        {!anchor.isBehind && (
          <Button size="sm" onClick={() => setIsComparing(!isComparing)}>
            {isComparing ? 'The new text' : 'What changes'}
          </Button>
        )}
        <Button size="sm" variant="plain" onClick={onDiscard}>
          Discard
        </Button>
      </div>
    </>
  );
}
