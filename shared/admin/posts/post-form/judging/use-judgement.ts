import { useEffect, useRef, useState } from 'react';
import type { RelatedPost } from '#shared/contract/judge.ts';
import { useStill } from '#shared/ui/use-still.ts';
import type { PostValues } from '#shared/workspace/post-values.ts';
import { type Judgement, judgedNames, judgeValues } from '../../../judge-post.ts';
import { usePorts } from '../../../ports-context.tsx';

/** The pause in typing, in milliseconds, after which the post is judged. */
const PAUSE = 1500;
/** The largest text, in characters, that is sent repeatedly to be judged. */
const LONGEST = 200_000;

/**
 * The judgement of the current text; `unknown` before the first answer, `too-long` when the text is too long to be
 * judged.
 */
export type KnownJudgement = Judgement | 'unknown' | 'too-long';

/** The post in a form, as it is sent to be judged. */
interface JudgedForm {
  /** Null for a post that the server does not know. */
  id: number | null;
  /** The id of the workspace document that holds the words. */
  document: string;
  /** When this changes, the post is judged again at once. */
  round: number;
}

/**
 * Returns the findings before publishing and the posts on the same subject, updated when typing pauses. Without the
 * server, returns what was known last.
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

/** Returns the older posts on the same subject, as far as they are known. */
export function relatedIn(judgement: KnownJudgement): readonly RelatedPost[] {
  return typeof judgement === 'string' ? NONE : judgement.related;
}

/**
 * Returns whether a second reader can be asked, and its findings; null when none can be asked, and while this is not
 * known.
 */
export function secondReaderIn(judgement: KnownJudgement) {
  const reader = typeof judgement === 'string' ? undefined : judgement.secondReader;
  return reader && (reader.isOn || reader.reading !== null) ? reader : null;
}
