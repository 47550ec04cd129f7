import { DeadEnd } from '../components/dead-end.tsx';
import type { PageProps, PlainData } from '../page-data.ts';

/** The screen for any address that the site does not have. */
export function NotFoundScreen({ data }: PageProps<PlainData>) {
  return (
    <DeadEnd title="404 Page Not Found" text="Did you forget to add the page to the router?" posts={data.instead} />
  );
}
