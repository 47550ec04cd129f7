import { useQuery } from '@tanstack/react-query';
import { startTransition, useCallback, useEffect, useRef, useState } from 'react';
import { countWords } from '#shared/content/read-time.ts';
import { DEFAULT_STYLE, type PostStyle } from '#shared/kernel/post-style.ts';
import type { Preview } from '../ports.ts';
import { usePorts } from '../ports-context.tsx';
import { useSettingsQuery } from '../settings-query.ts';
import type { ContentSource } from './content-source.ts';
import type { PictureRules } from './held-pictures.ts';
import { createRenderLoop, type RenderLoop } from './render-loop.ts';
import { type Blocks, keepSameBlocks } from './rendered-blocks.ts';

/** The rendered text, as it was a moment ago. */
export interface Rendered {
  readonly blocks: Blocks;
  /** Why there is nothing to see, in words for the owner; null for no fault. */
  readonly fault: string | null;
  /** The number of words that a reader sees; null until they have been counted. */
  readonly words: number | null;
}

/** Renders a text as it is typed, off the main thread; the result is behind by about a quarter of a second. */
export function useRendered(content: ContentSource, { pictures, emphasis }: PostStyle): Rendered {
  const { preview, waitingPictures } = usePorts();
  const render = useCallback((text: string) => preview(text, { pictures, emphasis }), [preview, pictures, emphasis]);
  const [rendered, setRendered] = useState<Rendered>({ blocks: [], fault: null, words: null });
  const loop = useRef<RenderLoop | null>(null);
  const rules = useRef<PictureRules>({ asked: new Set(), hasWaiting: waitingPictures !== null });
  useEffect(() => {
    const made = createRenderLoop(render, (answer, text) =>
      // The result is not urgent: a keystroke that comes in between is handled first.
      startTransition(() => setRendered((before) => renderedBy(answer, text, before, rules.current))),
    );
    loop.current = made;
    return () => made.stop();
  }, [render]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another way of rendering shows the same text anew.
  useEffect(() => {
    const show = () => loop.current?.show(content.current());
    show();
    return content.subscribe(show);
  }, [content, render]);
  return rendered;
}

/** Returns how posts are shown; the default style while the settings are not known. */
export function usePostStyle(): PostStyle {
  const { data } = useQuery(useSettingsQuery());
  return data ? { pictures: data.postPictures, emphasis: data.postEmphasis } : DEFAULT_STYLE;
}

function renderedBy(answer: Preview, markdown: string, before: Rendered, rules: PictureRules): Rendered {
  if ('fault' in answer) return { blocks: before.blocks, fault: answer.fault, words: countWords(markdown) };
  const blocks = keepSameBlocks(before.blocks, answer.pieces, rules);
  return { blocks, fault: null, words: answer.pieces.reduce((sum, { words }) => sum + words, 0) };
}
