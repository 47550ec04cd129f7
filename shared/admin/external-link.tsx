import type { ComponentProps } from 'react';
import { usePorts } from './ports-context.tsx';

/** A link out of the admin: it opens where the host opens external links, and can be copied like any link. */
export function ExternalLink({ href, ...rest }: ComponentProps<'a'> & { href: string }) {
  const { openExternal } = usePorts();
  return (
    <a
      href={href}
      target={href.startsWith('mailto:') ? undefined : '_blank'}
      rel="noopener"
      onClick={(event) => {
        event.preventDefault();
        openExternal(href);
      }}
      {...rest}
    />
  );
}
