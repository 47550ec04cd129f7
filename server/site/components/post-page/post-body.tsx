import { memo, useEffect, useRef } from 'react';
import { offerPlace } from '../../browser/enhancer/offer-place.ts';
import { showEmbeds } from '../../browser/enhancer/post-embeds.ts';
import { OFFER_CLASS } from '../../browser/enhancer/reading-place-names.ts';
import { BODY_ID } from '../../element-ids.ts';
import { trustedHtml } from '../../trusted-html.ts';

interface PostBodyProps {
  html: string;
  /** Whether embeds are activated here; the enhancer finds the body by its class. */
  isLively: boolean;
}

/**
 * The post's text: HTML that was made and sanitized when the post was saved. Memoized, because React must not overwrite
 * what the networks' scripts make of the embeds in it.
 */
export const PostBody = memo(function PostBody({ html, isLively }: PostBodyProps) {
  const body = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (!body.current || html === '') return;
    offerPlace();
    const stopEmbeds = isLively ? showEmbeds(body.current) : null;
    return () => {
      stopEmbeds?.();
      document.querySelector(`.${OFFER_CLASS}`)?.remove();
    };
  }, [html, isLively]);

  const look = isLively ? 'prose embeds' : 'prose';
  return <div ref={body} id={BODY_ID} className={look} dir="auto" {...trustedHtml(html)} />;
});
