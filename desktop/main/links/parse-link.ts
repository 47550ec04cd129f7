import type { AppLink } from '#shared/contract/ipc.ts';

export const LINK_SCHEME = 'ninefold';

/**
 * `ninefold://post/12` and `ninefold://run/5f0c…`; null for everything else. Links come from anywhere, web pages included:
 * they can show what is here, and never set a server, a token or a setting.
 */
export function parseLink(text: string): AppLink | null {
  const [, type, id] = /^ninefold:\/\/(post|run)\/([A-Za-z0-9-]{1,80})\/?$/i.exec(text) ?? [];
  if (type === undefined || id === undefined) return null;
  if (type.toLowerCase() === 'run') return { type: 'run', id };
  return /^[1-9]\d{0,14}$/.test(id) ? { type: 'post', id } : null;
}

/** The link among a program's arguments: Windows and Linux hand it over so. The last one counts. */
export function linkOfArguments(args: readonly string[]): AppLink | null {
  return args.map(parseLink).findLast((link) => link !== null) ?? null;
}
