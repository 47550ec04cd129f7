import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { redOfStored } from '../../judge-post.ts';
import { usePorts } from '../../ports-context.tsx';
import { queryKeys } from '../../query-client.ts';

/** Findings a question names; the post's form has all. */
const NAMED = 5;

interface RedInQuestionProps {
  post: { id: number; title: string };
  /** What the question says itself. */
  children: ReactNode;
}

/**
 * What stands against publishing a post, inside the question that is asked anyway: looked up before the question, the line
 * that is moved would lose the focus while it is waited for.
 */
export function RedInQuestion({ post, children }: RedInQuestionProps) {
  const { api } = usePorts();
  const { data: red } = useQuery({
    queryKey: [...queryKeys.posts, 'red', post.id],
    queryFn: () => redOfStored(api, post),
    staleTime: 0,
    gcTime: 0,
  });
  return (
    <>
      <p>{children}</p>
      <div role="status" className="mt-2 empty:hidden">
        {red === undefined && <p>Looking at the post…</p>}
        {red !== undefined && red.length > 0 && (
          <>
            <p className="font-semibold text-danger">Look at this first:</p>
            <ul className="grid list-disc gap-1 pl-5 wrap-anywhere">
              {red.slice(0, NAMED).map(({ says }, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the same may be found twice.
                <li key={index}>{says}</li>
              ))}
              {red.length > NAMED && <li>{red.length - NAMED} more.</li>}
            </ul>
          </>
        )}
      </div>
    </>
  );
}
