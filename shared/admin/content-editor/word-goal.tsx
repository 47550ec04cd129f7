import { Target } from 'lucide-react';
import { useId, useState } from 'react';
import { Button } from '#shared/ui/button.tsx';
import { TextInput } from '#shared/ui/text-input.tsx';
import { OfferingButton } from '../offer-commands.tsx';
import { usePorts } from '../ports-context.tsx';
import { readGoal } from './read-goal.ts';

/** localStorage: how many words the owner wants to write; without a value there is no goal. */
const GOAL_KEY = 'contentWordGoal';

/** The progress of the text towards a number of words, which is remembered; without a goal, only a button. */
export function WordGoal({ words }: { words: number | null }) {
  const { localStorage } = usePorts();
  const id = useId();
  const [goal, setGoal] = useState(() => readGoal(localStorage.get(GOAL_KEY) ?? ''));
  const [typed, setTyped] = useState<string | null>(null);
  const close = (next: number | null) => {
    if (next === null) localStorage.remove(GOAL_KEY);
    else localStorage.set(GOAL_KEY, String(next));
    setGoal(next);
    setTyped(null);
  };
  if (typed !== null) {
    const isFault = typed.trim() !== '' && readGoal(typed) === null;
    return (
      <span className="inline-flex flex-wrap items-center gap-1">
        <label htmlFor={id}>Words to write</label>
        <TextInput
          id={id}
          inputMode="numeric"
          className="h-8! w-20! text-sm!"
          autoFocus
          value={typed}
          aria-invalid={isFault || undefined}
          aria-describedby={isFault ? `${id}-fault` : undefined}
          onChange={({ target }) => setTyped(target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Escape') setTyped(null);
            if (event.key !== 'Enter') return;
            // Enter in a field would submit the post.
            event.preventDefault();
            if (!isFault) close(readGoal(typed));
          }}
        />
        <Button size="sm" disabled={isFault} onClick={() => close(readGoal(typed))}>
          Set
        </Button>
        <span id={`${id}-fault`} role="alert" className="text-danger">
          {isFault ? 'A number from 1 to 1,000,000.' : ''}
        </span>
      </span>
    );
  }
  return (
    <span className="inline-flex items-center gap-2">
      {goal !== null && words !== null && (
        <>
          <progress aria-label="Word goal" max={goal} value={Math.min(words, goal)} className="h-1.5 w-20" />
          <span>{goalText(words, goal)}</span>
        </>
      )}
      <OfferingButton
        command="Word Goal"
        words={['count', 'target']}
        size="sm"
        variant="plain"
        className="text-xs!"
        onClick={() => setTyped(goal === null ? '' : String(goal))}
      >
        <Target aria-hidden />
        {goal === null ? 'Word goal' : 'Change goal'}
      </OfferingButton>
    </span>
  );
}

function goalText(words: number, goal: number): string {
  if (words >= goal) return `goal of ${goal.toLocaleString('en')} reached`;
  return `${(goal - words).toLocaleString('en')} to go of ${goal.toLocaleString('en')}`;
}
