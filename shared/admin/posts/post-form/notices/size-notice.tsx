import { useMemo } from 'react';
import { limits } from '#shared/content/bounds/limits.ts';
import { postSize } from '#shared/content/bounds/post-size.ts';
import { Notice } from './notice.tsx';

const number = (count: number) => count.toLocaleString('en-US');

/** Says that a text is nearly, or by now, larger than a post may be: the server would refuse it. */
export function SizeNotice({ content }: { content: string }) {
  const { state, bytes, lines } = useMemo(() => postSize(content), [content]);
  if (state === 'fine') return null;
  const most = `A post holds at most ${number(limits.bytes)} bytes, on at most ${number(limits.lines)} lines`;
  return (
    <Notice title={state === 'over' ? 'Too large for one post' : 'Almost as large as a post can be'}>
      {most}; this text has {number(bytes)} on {number(lines)}.{' '}
      {state === 'over'
        ? 'It is kept here, but the server does not take it. Cut a part of it out and begin another post with that; a series keeps them together.'
        : 'End it soon, or go on in another post; a series keeps them together.'}
    </Notice>
  );
}
