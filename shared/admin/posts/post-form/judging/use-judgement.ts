import { useEffect, useRef, useState } from 'react';
import type { RelatedPost } from '#shared/contract/judge.ts';
import { useStill } from '#shared/ui/use-still.ts';
import type { PostValues } from '#shared/workspace/post-values.ts';
import { type Judgement, judgedNames, judgeValues } from '../../../judge-post.ts';
import { usePorts } from '../../../ports-context.tsx';

/** Milliseconds without a key after which the post is looked at. */
const PAUSE = 1500;
/** Characters of a text that is sent to be looked at again and again. */
const LONGEST = 200_000;

/** What is known of the text as it stands: nothing before the first answer, or that it is too long to be looked at. */
export type KnownJudgement = Judgement | 'unknown' | 'too-long';

/** The post in a form, as it is asked about. */
interface JudgedForm {
  /** Null for one the server does not know. */
  id: number | null;
  /** The workspace document its words stand in. */
  document: string;
  /** Asked anew at once when it is another. */
  round: number;
}

/**
 * What to look at before publishing, and which posts treat the same, asked when typing pauses. Without the server it is
 * what was known last.
 */
export function useJudgement({ id, document, round }: JudgedForm, values: PostValues): KnownJudgement {
  const { api, store } = usePorts();
  const asked = useRef(round);
  const [known, setKnown] = useState<KnownJudgement>('unknown');
  const { content } = values;
  const judged = judgedNames.map((name) => values[name]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked anew for what is judged, not for every field.
  useEffect(() => {
    if (content.trim() === '') return setKnown('unknown');
    if (content.length > LONGEST) return setKnown('too-long');
    const given = new AbortController();
    const isAsked = asked.current !== round;
    asked.current = round;
    const timer = setTimeout(
      () => {
        judgeValues({ api, store }, { id, document }, values, given.signal).then(setKnown, () => undefined);
      },
      isAsked ? 0 : PAUSE,
    );
    return () => {
      clearTimeout(timer);
      given.abort();
    };
  }, [api, store, id, document, round, ...judged]);
  return useStill(known);
}

const NONE: readonly RelatedPost[] = [];

/** The older posts on the same, as far as they are known. */
export function relatedIn(judgement: KnownJudgement): readonly RelatedPost[] {
  return typeof judgement === 'string' ? NONE : judgement.related;
}

/** Whether a second reader can be asked, and what one has found; null where none can, and while that is not known. */
export function secondReaderIn(judgement: KnownJudgement) {
  const reader = typeof judgement === 'string' ? undefined : judgement.secondReader;
  return reader && (reader.isOn || reader.reading !== null) ? reader : null;
}
