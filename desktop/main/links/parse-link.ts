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

/** In UTF-16 code units: what a browser's bookmark holds. */
const LONGEST = 8000;

/**
 * `ninefold://new?text=…&title=…`: the beginning of a new draft, as a Markdown file would be; null for everything else. It
 * stays on this computer until the owner saves it.
 */
export function parseNewLink(text: string): { name: string; text: string } | null {
  if (!/^ninefold:\/\/new\/?\?/i.test(text) || text.length > LONGEST || !URL.canParse(text)) return null;
  const { searchParams } = new URL(text);
  const given = plain(searchParams.get('text'));
  const title = oneLine(searchParams.get('title')) || oneLine(given.trim().split('\n')[0] ?? '');
  if (title === '') return null;
  // Neither of the two can be front matter of its own, which could name a category, an author or a date.
  return { name: 'link.md', text: `---\ntitle: ${JSON.stringify(title)}\n---\n\n${given}` };
}

const plain = (text: string | null) => (text ?? '').toWellFormed().replaceAll('\0', '');

const oneLine = (text: string | null) =>
  plain(text)
    .replaceAll(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .slice(0, 200)
    .toWellFormed();

/** The link among a program's arguments: Windows and Linux hand it over so. The last one counts. */
export function linkOfArguments(args: readonly string[]): AppLink | null {
  return args.map(parseLink).findLast((link) => link !== null) ?? null;
}

/** The same of links to new drafts. */
export function newLinkOfArguments(args: readonly string[]): ReturnType<typeof parseNewLink> {
  return args.map(parseNewLink).findLast((link) => link !== null) ?? null;
}
