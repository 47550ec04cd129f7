import type { Redirect } from '#shared/contract/redirects.ts';
import { readablePath, readSitePath } from '#shared/kernel/site-path.ts';

/** Says what the owner is told if a redirect was saved differently from what was asked for; undefined if it was not. */
export function savedWords({ target, others }: { target: string; others: number }, asked: string): string | undefined {
  const path = readSitePath(asked);
  const wanted = path ? path.pathname + path.search + path.hash : asked.trim();
  const isOther = path !== null && wanted !== target;
  const words = [
    ...(isOther ? [`It leads straight to ${readablePath(target)}, where ${readablePath(wanted)} leads.`] : []),
    ...(others > 0
      ? [`${others === 1 ? 'One redirect to it now leads' : `${others} redirects to it now lead`} there too.`]
      : []),
  ];
  return words.length === 0 ? undefined : words.join(' ');
}

const ORIGINS = { post: 'Post renamed', tag: 'Tag renamed', author: 'Author renamed' } as const;

/** Says why a redirect exists: how long the owner meant it for, or what was renamed. */
export function originWords({ kind, status }: Pick<Redirect, 'kind' | 'status'>): string {
  if (kind !== 'own') return ORIGINS[kind];
  return status === 301 ? 'For good' : 'For now';
}
