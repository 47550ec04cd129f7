/** The owner's rules for writing about a category, for prompts and for the judge. */
export interface Codex {
  voice: string;
  audience: string;
  facts: readonly CodexFact[];
  wordsToUse: readonly string[];
  wordsToAvoid: readonly string[];
  forbiddenClaims: readonly string[];
  product: string;
  /** Each entry is an address, optionally with words. */
  links: readonly string[];
  /** Markdown. */
  page: string;
  /** Whether the codex is appended to prompts that do not name it. */
  isAppended: boolean;
}

export interface CodexFact {
  fact: string;
  /** An http(s) address, a path of the site, or empty. */
  source: string;
}

/** Parts that are one text. */
export const CODEX_PROSE = ['voice', 'audience', 'product', 'page'] as const satisfies (keyof Codex)[];
/** Parts that are a list, typed with one entry per line. */
export const CODEX_LISTS = [
  'wordsToUse',
  'wordsToAvoid',
  'forbiddenClaims',
  'links',
] as const satisfies (keyof Codex)[];
type CodexProse = (typeof CODEX_PROSE)[number];
type CodexList = (typeof CODEX_LISTS)[number];
/** Parts that are typed into one text field. */
export type CodexText = CodexProse | CodexList;
export type CodexPart = CodexText | 'facts';

/** The parts in the order in which they are shown and sent, with the most characters of each. */
export const codexParts = {
  voice: { label: 'Voice', max: 2000 },
  audience: { label: 'Audience', max: 2000 },
  facts: { label: 'Facts', max: 10_000 },
  wordsToUse: { label: 'Words to use', max: 4000 },
  wordsToAvoid: { label: 'Words to avoid', max: 4000 },
  forbiddenClaims: { label: 'Forbidden claims', max: 4000 },
  product: { label: 'Product', max: 2000 },
  links: { label: 'Links', max: 4000 },
  page: { label: 'Page', max: 20_000 },
} as const satisfies Record<CodexPart, { label: string; max: number }>;

export const MOST_FACTS = 100;

export const emptyCodex: Codex = {
  ...{ voice: '', audience: '', facts: [], wordsToUse: [], wordsToAvoid: [], forbiddenClaims: [] },
  ...{ product: '', links: [], page: '', isAppended: false },
};

/** Returns the entries of a text with one entry per line. */
export function linesOf(text: string): string[] {
  return text.split(/\r\n?|\n/).flatMap((line) => line.trim() || []);
}

/** Whether all parts of a codex are empty. */
export function isEmptyCodex(codex: Codex): boolean {
  return (Object.keys(codexParts) as CodexPart[]).every((part) => codexPartText(codex, part).trim() === '');
}

/** Returns one part of a codex as a single text. */
export function codexPartText(codex: Codex, part: CodexPart): string {
  const said = codex[part];
  if (typeof said === 'string') return said;
  return said.map((each) => (typeof each === 'string' ? each : factText(each))).join('\n');
}

const factText = ({ fact, source }: CodexFact) => (source === '' ? fact : `${fact} (${source})`);

/** Returns why a codex cannot be stored, by part, in words for the owner; empty where it can be. */
export function codexFaults(codex: Codex): { part: CodexPart; message: string }[] {
  return (Object.keys(codexParts) as CodexPart[]).flatMap((part) => {
    const message = partFault(codex, part);
    return message === null ? [] : [{ part, message }];
  });
}

function partFault(codex: Codex, part: CodexPart): string | null {
  const { max } = codexParts[part];
  const { length } = codexPartText(codex, part);
  if (length > max) return `${count(length)} characters; it can have ${count(max)} at the most.`;
  if (part !== 'facts') return null;
  if (codex.facts.length > MOST_FACTS) return `${count(codex.facts.length)} facts; there can be ${MOST_FACTS}.`;
  const unnamed = codex.facts.findIndex(({ fact }) => fact === '');
  if (unnamed >= 0) return `Source ${unnamed + 1} stands without a fact.`;
  const odd = codex.facts.find(({ source }) => !isSource(source));
  return odd
    ? `“${odd.source.slice(0, 80)}” is no address. A source begins with https://, or with / on this site.`
    : null;
}

function isSource(source: string): boolean {
  return source === '' || /^\/(?!\/)\S*$/.test(source) || (/^https?:\/\/[^\s/]/i.test(source) && !/\s/.test(source));
}

const count = (length: number) => length.toLocaleString('en-US');

/** Reads a codex from any stored or sent value; null for a value that is no codex, or is larger than one may be. */
export function readCodex(stored: unknown): Codex | null {
  if (typeof stored !== 'object' || stored === null) return null;
  const said = stored as Readonly<Record<string, unknown>>;
  const prose = Object.fromEntries(CODEX_PROSE.map((part) => [part, said[part] ?? '']));
  const lists = Object.fromEntries(CODEX_LISTS.map((part) => [part, said[part] ?? []]));
  const facts = said.facts ?? [];
  const isRead =
    Object.values(prose).every((text) => typeof text === 'string') &&
    Object.values(lists).every((list) => Array.isArray(list) && list.every((line) => typeof line === 'string')) &&
    Array.isArray(facts) &&
    facts.every(isFact);
  if (!isRead) return null;
  const codex = { ...emptyCodex, ...prose, ...lists, isAppended: said.isAppended === true } as Codex;
  const whole = { ...codex, facts: (facts as CodexFact[]).map(({ fact, source }) => ({ fact, source })) };
  return codexFaults(whole).length === 0 ? whole : null;
}

function isFact(row: unknown): row is CodexFact {
  if (typeof row !== 'object' || row === null) return false;
  const { fact, source } = row as Readonly<Record<string, unknown>>;
  return typeof fact === 'string' && typeof source === 'string';
}
