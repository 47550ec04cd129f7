import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { redOfStored } from '../../judge-post.ts';
import { usePorts } from '../../ports-context.tsx';
import { queryKeys } from '../../query-client.ts';
import { NamedFindings } from '../post-form/judging/publish-question.tsx';

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
            <NamedFindings red={red} />
          </>
        )}
      </div>
    </>
  );
}
