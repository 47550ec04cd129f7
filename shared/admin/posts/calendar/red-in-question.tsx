import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { redOfStored } from '../../judge-post.ts';
import { usePorts } from '../../ports-context.tsx';
import { queryKeys } from '../../query-client.ts';
import { NamedFindings } from '../post-form/judging/publish-question.tsx';

interface RedInQuestionProps {
  post: { id: number; title: string };
  /** The text of the question itself. */
  children: ReactNode;
}

/**
 * The findings against publishing a post, shown inside a question that is asked in any case. They are looked up while
 * the question is open: during a lookup before the question, the moved line would lose the focus.
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
