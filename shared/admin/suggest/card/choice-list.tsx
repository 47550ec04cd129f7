import { Check } from 'lucide-react';
import { useStore } from 'zustand';
import { Button } from '#shared/ui/button.tsx';
import { useToast } from '#shared/ui/toast.tsx';
import { useHelp } from '../suggest-context.tsx';
import type { SuggesterState } from '../suggester-states.ts';
import type { PartProps } from './part-props.ts';

interface ChoiceListProps extends PartProps {
  state: Extract<SuggesterState, { kind: 'answered' }>;
  choices: readonly string[];
}

/** Several answers, of which one is chosen; of tags, any number. */
export function ChoiceList({ suggester, isReadOnly, state, choices, onClosed }: ChoiceListProps) {
  const toast = useToast();
  const { kind } = state.asked.body;
  const isTags = kind === 'tags';
  const tags = useTagsOf();
  if (choices.length === 0) return <p className="text-sm">None of your tags fits this post.</p>;
  return (
    <>
      <p className="text-sm text-muted">{isTags ? 'Press those you want.' : 'Press the one you want.'}</p>
      <ul className="grid gap-1.5">
        {choices.map((choice, index) => {
          const isTaken = isTags && tags.some((tag) => tag.toLowerCase() === choice.toLowerCase());
          return (
            <li key={choice}>
              <Button
                size="sm"
                {...(index === 0 && { 'data-first-focus': true })}
                disabled={isReadOnly}
                aria-pressed={isTags ? isTaken : undefined}
                className="h-auto w-full justify-start py-1.5 text-start font-normal! whitespace-normal! wrap-anywhere"
                onClick={() => {
                  suggester.choose(choice);
                  if (isTags) return;
                  onClosed();
                  toast({ title: 'Filled In', description: choice });
                }}
              >
                {isTaken && <Check aria-hidden />}
                {choice}
              </Button>
            </li>
          );
        })}
      </ul>
    </>
  );
}

/** Returns the tags of the post as they are now. */
function useTagsOf(): readonly string[] {
  const help = useHelp();
  if (!help) throw new Error('A list of choices stands in a form alone');
  return useStore(help.post, ({ values }) => values.tags);
}
