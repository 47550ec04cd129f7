import { memo, useEffect, useRef } from 'react';
import { POST_SHOWN } from '../../browser/comforts/comforts.ts';
import { startEmbeds } from '../../browser/embeds/embed-loader.ts';
import { playVideosOnClick } from '../../browser/embeds/video-cards.ts';
import { BODY_ID } from '../../page-data.ts';
import { trustedHtml } from '../../trusted-html.ts';

/**
 * The post's text: HTML made and sanitized when the post was saved. Memoized, because React must not write over what
 * the networks' scripts make of the embeds in it.
 */
export const PostBody = memo(function PostBody({ html }: { html: string }) {
  const body = useRef<HTMLDivElement>(null);

  useEffect(() => {
    const element = body.current;
    if (!element || html === '') return;
    document.dispatchEvent(new Event(POST_SHOWN));
    const stopEmbeds = startEmbeds(element);
    const stopVideos = playVideosOnClick(element);
    return () => {
      stopEmbeds();
      stopVideos();
    };
  }, [html]);

  return <div ref={body} id={BODY_ID} className="prose" dir="auto" {...trustedHtml(html)} />;
});
