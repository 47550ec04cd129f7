import { copyText } from '../share/copy-text.ts';
import { say } from './say.ts';

/** Milliseconds for which the link shows that it was copied. */
const SAYS_FOR = 2000;

/** Copies the address of a heading whose "#" was pressed. The browser still goes to the heading. */
export async function use(link: HTMLElement): Promise<void> {
  const { origin, pathname } = location;
  if (!(await copyText(`${origin}${pathname}${(link as HTMLAnchorElement).hash}`))) return;
  link.dataset.copied = 'Link copied';
  say('Link copied');
  setTimeout(() => delete link.dataset.copied, SAYS_FOR);
}
