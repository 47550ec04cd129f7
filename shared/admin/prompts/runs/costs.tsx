import { ChartColumn } from 'lucide-react';
import { useState } from 'react';
import { useStore } from 'zustand';
import { Button } from '#shared/ui/button.tsx';
import { Dialog } from '#shared/ui/dialog.tsx';
import { EmptyState } from '#shared/ui/empty-state.tsx';
import { stepNumber } from '#shared/workflow/steps.ts';
import { costText, countText, tokensText } from '../../cost-text.ts';
import { OfferingButton } from '../../offer-commands.tsx';
import { usePorts } from '../../ports-context.tsx';
import { type CostSum, sumOf, sumsBy, sumsByDay } from './cost-sums.ts';
import { usageText } from './usage.ts';
import { useRunStore } from './use-run-store.ts';

/** The cost of AI over thirty days: by day, model and step. */
export function Costs() {
  const store = useRunStore();
  const isReady = useStore(store, (state) => state.isOpen);
  const [isOpen, setIsOpen] = useState(false);
  const open = () => {
    void store.actions.refresh();
    setIsOpen(true);
  };
  return (
    <>
      <OfferingButton
        command="Costs"
        words={['money', 'tokens', 'spent', 'budget']}
        size="sm"
        disabled={!isReady}
        onClick={open}
      >
        <ChartColumn aria-hidden />
        Costs
      </OfferingButton>
      <Dialog isOpen={isOpen} onClose={() => setIsOpen(false)} place="side" title="Costs of 30 days">
        <Figures />
      </Dialog>
    </>
  );
}

type Measure = 'cost' | 'tokens';
const measures: readonly { measure: Measure; label: string }[] = [
  { measure: 'cost', label: 'Cost' },
  { measure: 'tokens', label: 'Tokens' },
];

function Figures() {
  const store = useRunStore();
  const { clock } = usePorts();
  const days = useStore(store, (state) => state.figures?.days);
  const chain = useStore(store, ({ run }) => run.chain);
  const names = useStore(store, (state) => state.stepNames);
  const [chosen, setChosen] = useState<Measure>('cost');
  if (!days) return <EmptyState title="The figures cannot be fetched">They come from the server.</EmptyState>;
  if (days.length === 0) return <EmptyState title="Nothing was asked of a model in 30 days" />;
  const all = sumOf(days);
  const measure = all.costUsd === null ? 'tokens' : chosen;
  const stepName = (id: string | null) => {
    const step = chain.find((each) => each.id === id);
    return step ? `${stepNumber(chain, step.id)} ${names[step.id] ?? step.title}` : (id ?? 'Pictures and others');
  };
  return (
    <div className="grid gap-5">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="font-semibold">
          {usageText(all)} <span className="font-normal text-muted">in {countText(all.calls)} calls</span>
        </p>
        {all.costUsd !== null && (
          <fieldset aria-label="What is shown" className="flex gap-1.5">
            {measures.map(({ measure: each, label }) => (
              <Button
                key={each}
                size="sm"
                aria-pressed={measure === each}
                className={measure === each ? 'bg-sunken!' : ''}
                onClick={() => setChosen(each)}
              >
                {label}
              </Button>
            ))}
          </fieldset>
        )}
      </div>
      <DayChart sums={sumsByDay(days, new Date(clock.now()).toISOString().slice(0, 10))} measure={measure} />
      <Bars title="By step" sums={sumsBy(days, ({ stepId }) => stepName(stepId))} measure={measure} />
      <Bars title="By model" sums={sumsBy(days, ({ model }) => model || 'Not recorded')} measure={measure} />
    </div>
  );
}

const amountOf = ({ costUsd, tokens }: CostSum, measure: Measure) => (measure === 'cost' ? (costUsd ?? 0) : tokens);
const textOf = ({ costUsd, tokens }: CostSum, measure: Measure) =>
  measure === 'tokens' ? tokensText(tokens) : costUsd === null ? 'no price' : costText(costUsd);

interface ChartProps {
  sums: readonly CostSum[];
  measure: Measure;
}

/** Returns the share of the largest sum, in per cent; a small sum still gets a visible share. */
function shareOf(sum: CostSum, { sums, measure }: ChartProps): number {
  const most = Math.max(...sums.map((each) => amountOf(each, measure)));
  const value = amountOf(sum, measure);
  return value === 0 ? 0 : Math.max(2, (value / most) * 100);
}

function DayChart({ sums, measure }: ChartProps) {
  const title = `${measure === 'cost' ? 'Cost' : 'Tokens'} by day`;
  const [first, last] = [sums[0], sums.at(-1)];
  return (
    <section>
      <h3 className="mb-2 text-sm font-semibold">{title}</h3>
      <ol aria-label={title} className="flex h-32 items-stretch gap-0.5 border-b border-line-strong">
        {sums.map((sum) => (
          <li
            key={sum.name}
            title={`${dayText(sum.name)}: ${textOf(sum, measure)}`}
            className="flex min-w-0 flex-1 items-end hover:bg-sunken"
          >
            <span className="sr-only">{`${dayText(sum.name)}: ${sum.calls === 0 ? 'nothing' : textOf(sum, measure)}`}</span>
            <span
              aria-hidden
              className="block w-full rounded-t-sm bg-accent forced-colors:bg-[Highlight]"
              style={{ height: `${shareOf(sum, { sums, measure })}%` }}
            />
          </li>
        ))}
      </ol>
      <p aria-hidden className="mt-1 flex justify-between text-xs text-muted">
        <span>{first && dayText(first.name)}</span>
        <span>{last && dayText(last.name)}</span>
      </p>
    </section>
  );
}

function Bars({ title, sums, measure }: ChartProps & { title: string }) {
  const sorted = sums.toSorted((a, b) => amountOf(b, measure) - amountOf(a, measure));
  return (
    <section>
      <h3 className="mb-2 text-sm font-semibold">{title}</h3>
      <ul aria-label={title} className="grid gap-2">
        {sorted.map((sum) => (
          <li key={sum.name} className="text-sm">
            <p className="flex justify-between gap-4">
              <span className="min-w-0 truncate">{sum.name}</span>
              <span className="shrink-0 text-muted tabular-nums">{textOf(sum, measure)}</span>
            </p>
            <span aria-hidden className="mt-1 block h-1.5 overflow-hidden rounded-full bg-line">
              <span
                className="block h-full rounded-full bg-accent forced-colors:bg-[Highlight]"
                style={{ width: `${shareOf(sum, { sums, measure })}%` }}
              />
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Returns a day in UTC as "Mar 2". */
function dayText(day: string): string {
  return new Date(day).toLocaleDateString('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' });
}
