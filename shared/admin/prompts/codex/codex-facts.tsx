import { Plus, X } from 'lucide-react';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { MOST_FACTS } from '#shared/kernel/codex.ts';
import { Button, IconButton } from '#shared/ui/button.tsx';
import { TextInput } from '#shared/ui/text-input.tsx';
import { useStill } from '#shared/ui/use-still.ts';
import type { TypedFact } from '#shared/workspace/codex-document.ts';
import { useHeldSelection } from '../../content-editor/index.ts';
import { useRunStore } from '../runs/use-run-store.ts';

interface CodexFactsProps {
  categoryId: number;
  facts: readonly TypedFact[];
  error: string | undefined;
  /** The content at the end of the heading's line. */
  aside: ReactNode;
}

/** The facts that a post may state, each with a source. */
export function CodexFacts({ categoryId, facts, error: fault, aside }: CodexFactsProps) {
  const { actions } = useRunStore();
  const error = useStill(fault);
  const id = useId();
  const list = useRef<HTMLUListElement>(null);
  const add = useRef<HTMLButtonElement>(null);
  const isAdding = useRef(false);
  useEffect(() => {
    if (!isAdding.current) return;
    isAdding.current = false;
    list.current?.querySelector<HTMLInputElement>('li:last-child input')?.focus();
  });
  return (
    <section aria-labelledby={id}>
      <div className="mb-1.5 flex flex-wrap items-baseline justify-between gap-x-4">
        <h3 id={id} className="text-sm font-semibold">
          Facts with their sources
        </h3>
        <span className="text-xs text-muted">{aside}</span>
      </div>
      <ul ref={list} className="grid gap-3 sm:gap-2">
        {facts.map((fact, index) => (
          <FactRow
            key={fact.name}
            {...{ categoryId, fact }}
            number={index + 1}
            onRemove={() => {
              actions.typeCodex(categoryId, { fact: fact.name, row: null });
              add.current?.focus();
            }}
          />
        ))}
      </ul>
      <p role="alert" className="mt-1.5 text-xs font-semibold wrap-anywhere text-danger empty:hidden">
        {error}
      </p>
      <Button
        ref={add}
        size="sm"
        className={facts.length > 0 ? 'mt-2' : ''}
        disabled={facts.length >= MOST_FACTS}
        onClick={() => {
          isAdding.current = true;
          actions.addCodexFact(categoryId);
        }}
      >
        <Plus aria-hidden />
        Add a fact
      </Button>
    </section>
  );
}

interface FactRowProps {
  categoryId: number;
  fact: TypedFact;
  number: number;
  onRemove: () => void;
}

function FactRow({ categoryId, fact: { name, fact, source }, number, onRemove }: FactRowProps) {
  const { actions } = useRunStore();
  const heldFact = useHeldSelection<HTMLInputElement>(fact);
  const heldSource = useHeldSelection<HTMLInputElement>(source);
  const type = (row: { fact: string; source: string }) => actions.typeCodex(categoryId, { fact: name, row });
  return (
    <li className="flex items-start gap-2">
      <div className="grid min-w-0 flex-1 gap-2 sm:grid-cols-[3fr_2fr]">
        <TextInput
          {...heldFact}
          aria-label={`Fact ${number}`}
          placeholder="What may be said"
          value={fact}
          onChange={({ target }) => type({ fact: target.value, source })}
        />
        <TextInput
          {...heldSource}
          aria-label={`Source of fact ${number}`}
          placeholder="https://…"
          inputMode="url"
          value={source}
          onChange={({ target }) => type({ fact, source: target.value })}
        />
      </div>
      <IconButton label={`Remove fact ${number}`} onClick={onRemove}>
        <X aria-hidden />
      </IconButton>
    </li>
  );
}
