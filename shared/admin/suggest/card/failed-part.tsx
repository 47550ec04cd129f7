import { Button } from '#shared/ui/button.tsx';
import type { SuggesterState } from '../suggester-states.ts';
import { WrittenText } from './asking-part.tsx';
import { CopyButton } from './copy-button.tsx';
import type { PartProps } from './part-props.ts';

/** Says why there is no answer, and shows the part of it that arrived. */
export function FailedPart({
  suggester,
  state,
  onDiscard,
}: PartProps & { state: Extract<SuggesterState, { kind: 'failed' }> }) {
  return (
    <div className="grid gap-3">
      <p role="alert" className="text-sm font-semibold wrap-anywhere text-danger">
        {state.message}
      </p>
      {state.output.trim() !== '' && <WrittenText text={state.output} />}
      <div className="flex flex-wrap gap-2">
        <Button size="sm" variant="primary" data-first-focus onClick={() => void suggester.tryAgain()}>
          Try again
        </Button>
        {state.output.trim() !== '' && <CopyButton text={state.output} />}
        <Button size="sm" variant="plain" onClick={onDiscard}>
          Discard
        </Button>
      </div>
    </div>
  );
}
