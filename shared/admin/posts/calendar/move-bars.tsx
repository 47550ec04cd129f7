import { Undo2 } from 'lucide-react';
import { Button } from '#shared/ui/button.tsx';
import { stickyBottom } from '#shared/ui/sticky-bar.ts';
import { timeOfDay } from './days.ts';
import type { Entry } from './entries.ts';
import { TakenBar } from './taken-bar.tsx';
import type { useMove } from './use-move.tsx';
import type { useMoves } from './use-moves.ts';

interface MoveBarsProps {
  move: ReturnType<typeof useMove>;
  moves: ReturnType<typeof useMoves>;
  lines: ReadonlyMap<string, readonly Entry[]>;
}

/** The bars that stay in sight at the bottom: for a line that is being moved by keys, or for undoing the last move. */
export function MoveBars({ move, moves, lines }: MoveBarsProps) {
  const { taken } = moves;
  const others = taken === null ? [] : (lines.get(taken.day) ?? []).filter(({ key }) => key !== taken.entry.key);
  return (
    <>
      {taken && (
        <TakenBar
          title={taken.entry.post.title}
          day={taken.day}
          time={timeOfDay(moves.timeOn(taken.entry, taken.day))}
          others={others.length}
          onDay={moves.takeTo}
          onPut={moves.put}
          onCancel={moves.putBack}
        />
      )}
      <div role="status" ref={stickyBottom} className="sticky bottom-4 z-10 mt-4 empty:hidden">
        {move.undo && !taken && (
          <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-md border border-ink bg-surface px-4 py-2 shadow-xl">
            <p className="min-w-0 flex-1 basis-40 truncate">
              Moved: <span className="font-semibold">{move.describe(move.undo)}</span>
            </p>
            <Button size="sm" onClick={moves.takeBack}>
              <Undo2 aria-hidden />
              Undo
            </Button>
          </div>
        )}
      </div>
    </>
  );
}
