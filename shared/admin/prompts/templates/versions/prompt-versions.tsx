import { useInfiniteQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useId, useMemo, useState } from 'react';
import { useStore } from 'zustand';
import { listPromptVersions, type PromptVersion } from '#shared/contract/prompts.ts';
import { fingerprint } from '#shared/kernel/fingerprint.ts';
import { Button } from '#shared/ui/button.tsx';
import { EmptyState } from '#shared/ui/empty-state.tsx';
import { Skeleton } from '#shared/ui/skeleton.tsx';
import type { StepId } from '#shared/workflow/steps.ts';
import { dateAndTime, timeAgo } from '../../../dates.ts';
import { originName } from '../../../history/index.ts';
import { LoadFailed } from '../../../load-failed.tsx';
import { usePorts } from '../../../ports-context.tsx';
import { VersionChoice } from '../../../posts/index.ts';
import { queryKeys } from '../../../query-client.ts';
import { type PromptScore, scoresOf } from '../../replays/replay-document.ts';
import { useRunStore } from '../../runs/use-run-store.ts';
import { VersionView } from './version-view.tsx';

interface PromptVersionsProps {
  step: StepId;
  /** The step's position in our list. */
  number: number;
  onClose: () => void;
}

/** A version carries its whole text, so a page holds only a few. */
const PAGE = 20;

/**
 * All versions of a step's prompt: when, from where and why each was made, how it differs from the prompt that counts,
 * and a button to restore it.
 */
export function PromptVersions({ step, number, onClose }: PromptVersionsProps) {
  const { api } = usePorts();
  // The server's list of steps may differ from ours, so the step's number on the server is used.
  const template = useStore(useRunStore(), ({ templates }) => templates?.find((each) => each.step === step));
  const stepNumber = template?.stepNumber ?? number;
  const { data, error, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = useInfiniteQuery({
    // Each save adds a version, so the prompt is part of the key.
    queryKey: [...queryKeys.promptVersions, stepNumber, template?.prompt],
    queryFn: ({ pageParam, signal }) =>
      api.list(listPromptVersions, {
        params: { stepNumber },
        query: { limit: PAGE, ...(pageParam ? { cursor: pageParam } : {}) },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
  });
  if (error && !data) return <LoadFailed error={error} onTryAgain={() => refetch()} />;
  if (!data) {
    return (
      <div className="grid gap-3" role="status" aria-label="Loading versions">
        {[0, 1, 2, 3].map((each) => (
          <Skeleton key={each} className="h-14" />
        ))}
      </div>
    );
  }
  const versions = data.pages.flatMap((page) => page.items);
  if (versions.length === 0) {
    return <EmptyState title="No versions yet">The next save of this prompt makes one.</EmptyState>;
  }
  const more = hasNextPage && (
    <Button className="mt-2 w-full" size="sm" onClick={() => fetchNextPage()} disabled={isFetchingNextPage}>
      {isFetchingNextPage ? 'Loading...' : 'Older versions'}
    </Button>
  );
  return <Chooser step={step} versions={versions} more={more} onClose={onClose} />;
}

/** "Better in 2 of 3 replays". */
function scoreText(score: PromptScore | undefined): string {
  return score ? `Better in ${score.won} of ${score.compared} replays` : '';
}

interface ChooserProps {
  step: StepId;
  /** Newest first; at least one. */
  versions: readonly PromptVersion[];
  more: ReactNode;
  onClose: () => void;
}

function Chooser({ step, versions, more, onClose }: ChooserProps) {
  const { clock } = usePorts();
  const group = useId();
  const store = useRunStore();
  const replays = useStore(store, (state) => state.replays);
  const scores = useMemo(() => scoresOf(replays, step, fingerprint), [replays, step]);
  useEffect(() => void store.actions.loadReplays(), [store]);
  const [chosen, setChosen] = useState(versions[0]?.number);
  const version = versions.find(({ number }) => number === chosen) ?? versions[0];
  return (
    <div className="grid items-start gap-4 md:grid-cols-[16rem_minmax(0,1fr)]">
      <div className="min-w-0 max-md:max-h-56 max-md:overflow-y-auto">
        <ul aria-label="Versions" className="grid gap-1">
          {versions.map(({ number, prompt, note, isDefault, origin, createdAt }) => (
            <li key={number}>
              <VersionChoice
                group={group}
                isChosen={number === version?.number}
                onChoose={() => setChosen(number)}
                title={`Version ${number}`}
                when={
                  <time dateTime={createdAt} title={dateAndTime(createdAt)} className="relative text-xs text-muted">
                    {timeAgo(createdAt, clock.now())}
                  </time>
                }
              >
                <span className="block text-sm text-muted">{originName(origin)}</span>
                {scores.has(fingerprint(prompt)) && (
                  <span className="block text-sm text-muted">{scoreText(scores.get(fingerprint(prompt)))}</span>
                )}
                {(note !== '' || isDefault) && (
                  <span className="block text-sm wrap-anywhere">{note === '' ? 'Shipped prompt' : note}</span>
                )}
              </VersionChoice>
            </li>
          ))}
        </ul>
        {more}
      </div>
      {version && <VersionView key={version.number} step={step} version={version} onClose={onClose} />}
    </div>
  );
}
