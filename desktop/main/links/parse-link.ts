import type { AppLink } from '#shared/contract/ipc.ts';

export const LINK_SCHEME = 'ninefold';

/**
 * Parses `ninefold://post/12` and `ninefold://run/5f0c…`; returns null for everything else. Links come from anywhere,
 * web pages included: they can show what is here, but never set a server, a token or a setting.
 */
export function parseLink(text: string): AppLink | null {
  const [, type, id] = /^ninefold:\/\/(post|run)\/([A-Za-z0-9-]{1,80})\/?$/i.exec(text) ?? [];
  if (type === undefined || id === undefined) return null;
  if (type.toLowerCase() === 'run') return { type: 'run', id };
  return /^[1-9]\d{0,14}$/.test(id) ? { type: 'post', id } : null;
}

/** The longest link, in UTF-16 code units: the length that a browser's bookmark can hold. */
const LONGEST = 8000;

/**
 * Parses `ninefold://new?text=…&title=…` into the beginning of a new draft, as if it were a Markdown file; returns null
 * for everything else. The draft stays on this computer until the owner saves it.
 */
export function parseNewLink(text: string): { name: string; text: string } | null {
  if (!/^ninefold:\/\/new\/?\?/i.test(text) || text.length > LONGEST || !URL.canParse(text)) return null;
  const { searchParams } = new URL(text);
  const given = plain(searchParams.get('text'));
  const title = oneLine(searchParams.get('title')) || oneLine(given.trim().split('\n')[0] ?? '');
  if (title === '') return null;
  // Neither the title nor the text can add front matter of its own, which could name a category, an author or a date.
  return { name: 'link.md', text: `---\ntitle: ${JSON.stringify(title)}\n---\n\n${given}` };
}

const plain = (text: string | null) => (text ?? '').toWellFormed().replaceAll('\0', '');

const oneLine = (text: string | null) =>
  plain(text)
    .replaceAll(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .slice(0, 200)
    .toWellFormed();

/**
 * Returns the link among a program's arguments: Windows and Linux hand links over in this way. The last link counts.
 */
export function linkOfArguments(args: readonly string[]): AppLink | null {
  return args.map(parseLink).findLast((link) => link !== null) ?? null;
}

/** Does the same for links to new drafts. */
export function newLinkOfArguments(args: readonly string[]): ReturnType<typeof parseNewLink> {
  return args.map(parseNewLink).findLast((link) => link !== null) ?? null;
}
