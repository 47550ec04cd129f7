import { copyText } from '../share/copy-text.ts';
import { say } from './say.ts';

/** How long the link says that it was copied, in milliseconds. */
const SAYS_FOR = 2000;

/** Copies the address of a heading whose "#" was pressed. The browser goes there all the same. */
export async function use(link: HTMLElement): Promise<void> {
  const { origin, pathname } = location;
  if (!(await copyText(`${origin}${pathname}${(link as HTMLAnchorElement).hash}`))) return;
  link.dataset.copied = 'Link copied';
  say('Link copied');
  setTimeout(() => delete link.dataset.copied, SAYS_FOR);
}
