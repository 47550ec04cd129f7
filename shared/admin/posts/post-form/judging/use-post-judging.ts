import { useState } from 'react';
import type { PostSession, SessionState } from '../../../editor/index.ts';
import type { SecondReaderStore } from './second-reader/second-reader-store.ts';
import { useSecondReader } from './second-reader/use-second-reader.ts';
import { type KnownJudgement, useJudgement } from './use-judgement.ts';

/** The judgement of the post in a form before it is published, by rules and by a second reader. */
export interface PostJudging {
  judgement: KnownJudgement;
  desk: SecondReaderStore;
}

/** Judges the post again when it changes, and when a second reader has read it. */
export function usePostJudging(session: PostSession, { save, documentId, values }: SessionState): PostJudging {
  const [round, setRound] = useState(0);
  const judgement = useJudgement({ id: save.base?.postId ?? null, document: documentId, round }, values);
  const desk = useSecondReader(session, () => setRound((before) => before + 1));
  return { judgement, desk };
}
