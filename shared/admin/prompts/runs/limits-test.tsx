import { Gauge } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { useStore } from 'zustand';
import { Button } from '#shared/ui/button.tsx';
import { Dialog } from '#shared/ui/dialog.tsx';
import { costText, countText, tokensText } from '../../cost-text.ts';
import { OfferingButton } from '../../offer-commands.tsx';
import { OperatorHelp } from '../../operator-help.tsx';
import { LIST_ADDRESS } from '../../posts/index.ts';
import { sectionState } from '../../settings-sections.ts';
import { TextWindow } from '../steps/text-window.tsx';
import { useRunStore } from './use-run-store.ts';

/** Requests the longest answer that the model gives, and shows its length. For diagnosis; it is a paid call. */
export function LimitsTest() {
  const store = useRunStore();
  const test = useStore(store, (state) => state.limitsTest);
  const month = useStore(store, (state) => state.month);
  const isNotReady = useStore(store, (state) => state.setup.kind === 'not-ready');
  const [isOpen, setIsOpen] = useState(false);
  const isRunning = test.kind === 'running';
  return (
    <>
      <OfferingButton
        command="Test AI Limits"
        words={['diagnosis', 'longest answer']}
        size="sm"
        onClick={() => setIsOpen(true)}
      >
        <Gauge aria-hidden />
        Test AI limits
      </OfferingButton>
      <Dialog
        isOpen={isOpen}
        onClose={() => setIsOpen(false)}
        title="Test AI limits"
        description="Asks the model once for an answer as long as it can give. This is a paid call."
        footer={
          <Button variant="primary" disabled={isRunning || isNotReady} onClick={() => store.actions.testLimits()}>
            {isRunning ? 'Asking the model…' : 'Run the test'}
          </Button>
        }
      >
        {month && (
          <p className="mb-4 text-sm text-muted">
            This month: {month.calls === 1 ? '1 call' : `${countText(month.calls)} calls`},{' '}
            {tokensText(month.totalTokens)}
            {month.costUsd !== null && `, ${costText(month.costUsd)}`}
            {month.limitUsd !== null && ` of ${costText(month.limitUsd)}`}
          </p>
        )}
        {test.kind === 'done' && <Result answer={test.answer} onLeave={() => setIsOpen(false)} />}
        {test.kind === 'failed' && <p className="text-danger">{test.message}</p>}
        {(test.kind === 'idle' || isRunning) && (
          <p role="status" className="text-muted">
            {isRunning ? 'The answer takes a minute or two.' : 'No test was run since this page was opened.'}
          </p>
        )}
      </Dialog>
    </>
  );
}

type Answer = Extract<ReturnType<ReturnType<typeof useRunStore>['getState']>['limitsTest'], { kind: 'done' }>['answer'];

function Result({ answer, onLeave }: { answer: Answer; onLeave: () => void }) {
  const { wordCount, charCount, tokenUsage, maxTokensSetting, output } = answer;
  const facts: [string, number][] = [
    ['Words', wordCount],
    ['Characters', charCount],
    ['Tokens of the answer', tokenUsage.completion_tokens],
    ['Tokens in all', tokenUsage.total_tokens],
    ['Longest answer allowed', maxTokensSetting],
  ];
  return (
    <div className="grid gap-4">
      <dl className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-6 gap-y-1 text-sm">
        {facts.map(([name, value]) => (
          <div key={name} className="col-span-2 grid grid-cols-subgrid">
            <dt className="text-muted">{name}</dt>
            <dd className="text-end font-semibold tabular-nums">{countText(value)}</dd>
          </div>
        ))}
      </dl>
      <p className="text-xs text-muted">
        The longest answer is set at the model, in{' '}
        <Link className="underline" to={LIST_ADDRESS} state={sectionState('AI')} onClick={onLeave}>
          Settings, AI
        </Link>
        .
      </p>
      <OperatorHelp>
        <code>AI_MAX_OUTPUT_TOKENS</code> sets it for the provider that is set where the server is.
      </OperatorHelp>
      <TextWindow label="What the model answered" text={output} />
    </div>
  );
}
