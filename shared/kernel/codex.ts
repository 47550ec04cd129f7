/** What may be written about a category, and how: what the owner has set down for prompts and for the judge. */
export interface Codex {
  voice: string;
  audience: string;
  facts: readonly CodexFact[];
  wordsToUse: readonly string[];
  wordsToAvoid: readonly string[];
  forbiddenClaims: readonly string[];
  product: string;
  /** Each an address, perhaps with words. */
  links: readonly string[];
  /** Markdown. */
  page: string;
  /** It is put behind prompts that do not name it. */
  isAppended: boolean;
}

export interface CodexFact {
  fact: string;
  /** An http(s) address, a path of the site, or empty. */
  source: string;
}

/** Texts as they stand. */
export const CODEX_PROSE = ['voice', 'audience', 'product', 'page'] as const satisfies (keyof Codex)[];
/** Texts with one entry a line. */
export const CODEX_LISTS = [
  'wordsToUse',
  'wordsToAvoid',
  'forbiddenClaims',
  'links',
] as const satisfies (keyof Codex)[];
type CodexProse = (typeof CODEX_PROSE)[number];
type CodexList = (typeof CODEX_LISTS)[number];
/** Parts that are typed as one text. */
export type CodexText = CodexProse | CodexList;
export type CodexPart = CodexText | 'facts';

/** The parts in the order they are shown and sent, with the characters each may have. */
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

/** The entries of a text with one a line. */
export function linesOf(text: string): string[] {
  return text.split(/\r\n?|\n/).flatMap((line) => line.trim() || []);
}

/** Whether a codex says anything. */
export function isEmptyCodex(codex: Codex): boolean {
  return (Object.keys(codexParts) as CodexPart[]).every((part) => codexPartText(codex, part).trim() === '');
}

/** One part as one text. */
export function codexPartText(codex: Codex, part: CodexPart): string {
  const said = codex[part];
  if (typeof said === 'string') return said;
  return said.map((each) => (typeof each === 'string' ? each : factText(each))).join('\n');
}

const factText = ({ fact, source }: CodexFact) => (source === '' ? fact : `${fact} (${source})`);

/** Why a codex is not stored, by part, in words for the owner; none where it can be. */
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

/** A codex out of anything that was stored or sent; null for what is none, or more than one may hold. */
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
