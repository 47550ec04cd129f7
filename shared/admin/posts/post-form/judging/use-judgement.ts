import { useEffect, useState } from 'react';
import type { JudgeFinding } from '#shared/contract/judge.ts';
import { useStill } from '#shared/ui/use-still.ts';
import type { PostValues } from '#shared/workspace/post-values.ts';
import { judgeValues } from '../../../judge-post.ts';
import { usePorts } from '../../../ports-context.tsx';

/** Milliseconds without a key after which the post is looked at. */
const PAUSE = 1500;

/** What to look at before publishing, asked when typing pauses; null before the first answer. Offline: what was known last. */
export function useJudgement(id: number | null, values: PostValues): readonly JudgeFinding[] | null {
  const { api } = usePorts();
  const [known, setKnown] = useState<readonly JudgeFinding[] | null>(null);
  const { title, excerpt, metaDescription, featuredImage, content } = values;
  const isEmpty = content.trim() === '';
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked anew for what is judged, not for every field.
  useEffect(() => {
    if (isEmpty) return setKnown(null);
    const given = new AbortController();
    const timer = setTimeout(() => {
      judgeValues(api, id, values, given.signal).then(setKnown, () => undefined);
    }, PAUSE);
    return () => {
      clearTimeout(timer);
      given.abort();
    };
  }, [api, id, isEmpty, title, excerpt, metaDescription, featuredImage, content]);
  return useStill(known);
}
