import { useEffect, useState } from 'react';
import type { AnswerOf } from '#shared/contract/endpoint.ts';
import { checkLinks } from '#shared/contract/links.ts';
import { useStill } from '#shared/ui/use-still.ts';
import { usePorts } from '../ports-context.tsx';
import type { ContentSource } from './content-source.ts';

/** Milliseconds without a key after which the links are looked at. */
const PAUSE = 1500;
/** Characters of a text that is sent to be looked at again and again. */
const LONGEST = 200_000;

type LinkCheck = AnswerOf<typeof checkLinks>;

const NOTHING: LinkCheck = { faults: [], related: [] };

/** The post whose text is written. */
export interface WrittenPost {
  /** Null for one the server does not know yet. */
  id: number | null;
  title: string;
}

/**
 * What is wrong with the links within the site of a text, and which posts treat the same, asked when typing pauses. Without
 * the server it is what was known last.
 */
export function useLinkCheck({ id, title }: WrittenPost, content: ContentSource): LinkCheck {
  const { api } = usePorts();
  const [known, setKnown] = useState(NOTHING);
  useEffect(() => {
    let given = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = () => {
      clearTimeout(timer);
      given.abort();
    };
    const check = () => {
      const text = content.current();
      if (text.trim() === '' || text.length > LONGEST) return setKnown(NOTHING);
      given = new AbortController();
      const body = { title, content: text, ...(id !== null && { id }) };
      api.call(checkLinks, { body, signal: given.signal }).then(setKnown, () => undefined);
    };
    const plan = () => {
      stop();
      timer = setTimeout(check, PAUSE);
    };
    plan();
    const leave = content.subscribe(plan);
    return () => {
      leave();
      stop();
    };
  }, [api, id, title, content]);
  return useStill(known);
}
