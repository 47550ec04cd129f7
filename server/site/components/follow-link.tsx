import { Icon } from './icon.tsx';

interface FollowLinkProps {
  /** The path of the list to follow: "/tag/tea". */
  path: string;
  /** The name of the list to follow: "Tea". */
  name: string;
}

/** A link to the feed of a list. */
export function FollowLink({ path, name }: FollowLinkProps) {
  return (
    <a href={`${path}/rss.xml`} className="button button-quiet gap-2">
      <Icon name="rss" />
      Follow
      <span className="sr-only">{name} with a feed reader</span>
    </a>
  );
}
