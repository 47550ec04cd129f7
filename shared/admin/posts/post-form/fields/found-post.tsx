import { useEffect, useState } from 'react';
import { featuredImageField } from '#shared/contract/posts/post-input.ts';
import { readFocus } from '#shared/kernel/picture-focus.ts';
import { Still } from '#shared/ui/use-still.ts';
import type { PostValues } from '#shared/workspace/post-values.ts';
import { usePorts } from '../../../ports-context.tsx';
import { cut, SHOWN } from './found-as.ts';

/** The pause, in milliseconds, after which a typed address is taken as complete: no picture is fetched before. */
const PAUSE = 800;

interface FoundPostProps {
  title: string;
  description: string;
  values: PostValues;
}

/**
 * A post as a search engine lists it, and as a social network shows it when it is shared; close enough to write for.
 */
export function FoundPost({ title, description, values }: FoundPostProps) {
  const { site } = usePorts();
  const { host } = new URL(site.url('/'));
  const address = useSettled(values.featuredImage);
  const picture = featuredImageField.safeParse(address).success ? address : '';
  const focus = readFocus(values.featuredImageFocus);
  return (
    <div className="grid gap-4">
      <figure>
        <figcaption className="mb-1 text-xs text-muted">In a search engine</figcaption>
        <div className="rounded-md border border-line bg-paper p-3 wrap-anywhere">
          <p className="text-xs text-muted">
            {host} › post › {values.slug || '…'}
          </p>
          <p className="text-lg text-focus">{cut(title, SHOWN.title) || 'Without a title'}</p>
          <p className="text-sm text-muted">
            {cut(description, SHOWN.description) || 'Words of the text, chosen by the search engine.'}
          </p>
        </div>
      </figure>
      <figure>
        <figcaption className="mb-1 text-xs text-muted">Where it is shared</figcaption>
        <div className="overflow-hidden rounded-md border border-line bg-paper wrap-anywhere">
          {picture === '' ? (
            <p className="grid aspect-[1.91] place-items-center bg-sunken p-4 text-center text-sm text-muted">
              Without a featured image, a card made of the title.
            </p>
          ) : (
            <img
              src={picture}
              alt=""
              className="aspect-[1.91] w-full bg-sunken object-cover"
              style={focus ? { objectPosition: `${focus.x}% ${focus.y}%` } : undefined}
            />
          )}
          <div className="p-3">
            <p className="text-xs text-muted">{host}</p>
            <p className="line-clamp-2 font-semibold">{title || 'Without a title'}</p>
            <p className="line-clamp-2 text-sm text-muted">{description}</p>
          </div>
        </div>
        <Still>
          {picture !== '' && values.featuredImageAlt.trim() === '' && (
            <p className="mt-1.5 text-xs text-muted">The image has no alternative text: the title stands for it.</p>
          )}
        </Still>
      </figure>
    </div>
  );
}

/** Returns the value when it has stayed the same for a while. */
function useSettled(value: string): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), PAUSE);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
