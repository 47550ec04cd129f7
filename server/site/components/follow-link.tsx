import { Icon } from './icon.tsx';

interface FollowLinkProps {
  /** Path of what is followed: "/tag/tea". */
  path: string;
  /** What is followed: "Tea". */
  name: string;
}

/** Leads to the feed of a list. */
export function FollowLink({ path, name }: FollowLinkProps) {
  return (
    <a href={`${path}/rss.xml`} className="button button-quiet gap-2">
      <Icon name="rss" />
      Follow
      <span className="sr-only">{name} with a feed reader</span>
    </a>
  );
}
