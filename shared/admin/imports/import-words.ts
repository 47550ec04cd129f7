import type {
  ImportOptions,
  ImportPhase,
  ImportPlan,
  ImportReceipt,
  ImportState,
  ItemOutcome,
  OldAddressOutcome,
} from '#shared/contract/imports.ts';
import type { BadgeTone } from '#shared/ui/badge.tsx';

export const stateWords: Record<ImportState, { label: string; tone: BadgeTone }> = {
  reading: { label: 'Being read', tone: 'waiting' },
  ready: { label: 'Ready to import', tone: 'plain' },
  running: { label: 'Under way', tone: 'waiting' },
  done: { label: 'Done', tone: 'good' },
  failed: { label: 'Stopped', tone: 'danger' },
  undoing: { label: 'Being undone', tone: 'waiting' },
  undone: { label: 'Undone', tone: 'plain' },
};

const phaseWords: Record<ImportPhase, string> = {
  reading: 'Looking through the file. Nothing is changed.',
  posts: 'Bringing in posts and their pictures',
  items: 'Bringing in everything else',
  addresses: 'Leading old addresses to where things are now',
  asking: 'Asking for every old address',
  undoing: 'Taking back what it has brought',
};

/** Says what is being done, and whether pictures are being fetched from other servers. */
export function progressWords(phase: ImportPhase, { fetchPictures }: Pick<ImportOptions, 'fetchPictures'>): string {
  return phase === 'posts' && fetchPictures ? 'Bringing in posts, fetching their pictures' : phaseWords[phase];
}

export const outcomeWords: Record<ItemOutcome, { label: string; tone: BadgeTone }> = {
  arrived: { label: 'Arrived', tone: 'good' },
  changed: { label: 'Changed', tone: 'good' },
  unchanged: { label: 'Unchanged', tone: 'plain' },
  merged: { label: 'Was here', tone: 'plain' },
  kept: { label: 'Keeps its words', tone: 'waiting' },
  'left-out': { label: 'Left out', tone: 'plain' },
  refused: { label: 'Not taken in', tone: 'danger' },
};

export const addressWords: Record<OldAddressOutcome, { label: string; tone: BadgeTone }> = {
  there: { label: 'Answers', tone: 'good' },
  redirected: { label: 'Leads on', tone: 'good' },
  ours: { label: 'Is a page here', tone: 'waiting' },
  missing: { label: 'Leads nowhere', tone: 'danger' },
};

/**
 * Returns the singular and the plural for a kind of thing in an export, or of what an import has changed. An unknown
 * kind is called by its own name.
 */
export function kindWords(kind: string): [one: string, many: string] {
  const one = oneWords[kind] ?? kind.replaceAll('-', ' ');
  return [one, manyWords[kind] ?? (/[^aeiou]y$/.test(one) ? `${one.slice(0, -1)}ies` : `${one}s`)];
}

const oneWords: Readonly<Record<string, string>> = { 'injected code': 'piece of injected code' };
const manyWords: Readonly<Record<string, string>> = {
  'benefit of a tier': 'benefits of tiers',
  codex: 'codices',
  'former-address': 'former addresses',
  'injected code': 'pieces of injected code',
  'label of members': 'labels of members',
  'post without a text': 'posts without a text',
  'suppressed-address': 'suppressed addresses',
};

/** What is said after a number of things, in the singular and in the plural. */
const phrases = {
  unread: ['post cannot be read', 'posts cannot be read'],
  clashes: ['address is taken here and gets another one', 'addresses are taken here and get another one'],
  edited: ['post was edited here since and keeps its words', 'posts were edited here since and keep their words'],
  pictureLacks: ['picture is not among the files', 'pictures are not among the files'],
  noAddress: ['subscriber has no valid address', 'subscribers have no valid address'],
  noPlace: ['thing has no place here', 'things have no place here'],
  become: ['thing in the texts becomes something else', 'things in the texts become something else'],
  elsewhere: [
    'picture stands at a whole address. It is shown from there unless it is fetched, which asks its server.',
    'pictures stand at whole addresses. They are shown from there unless they are fetched, which asks their servers.',
  ],
  stay: ['thing stays:', 'things stay:'],
  arrived: ['arrived', 'arrived'],
  changed: ['changed', 'changed'],
  unchanged: ['unchanged', 'unchanged'],
  leftOut: ['left out', 'left out'],
  refused: ['not taken in', 'not taken in'],
  wereHere: ['was here', 'were here'],
  keep: ['keeps its words', 'keep their words'],
  answer: ['answers', 'answer'],
  leadOn: ['leads on', 'lead on'],
  ours: ['is a page here', 'are pages here'],
  missing: ['leads nowhere', 'lead nowhere'],
  whole: ['post with all of them', 'posts with all of them'],
  lackWords: ['post lacks some', 'posts lack some'],
  absent: ['missing', 'missing'],
  gone: ['stored and not answered with', 'stored and not answered with'],
} as const;

/** Returns "1 address is taken here …", "3 addresses are taken here …". */
export function phrase(name: keyof typeof phrases, number: number): string {
  const [one, many] = phrases[name];
  return count(number, one, many);
}

export const count = (number: number, one: string, many = `${one}s`): string =>
  `${number.toLocaleString('en-US')} ${number === 1 ? one : many}`;

/**
 * Returns the label of the button that begins an import; for a file without posts, it names what else is in the file.
 */
export function importLabel({
  posts,
  pages,
  subscribers,
}: Pick<ImportPlan, 'posts' | 'pages' | 'subscribers'>): string {
  if (posts + pages > 0) return `Import ${count(posts + pages, 'post')}`;
  return subscribers.total > 0 ? `Import ${count(subscribers.total, 'subscriber')}` : 'Import what can be read';
}

/** Returns a share in per cent, never rounded up to 100%. */
export function percentOf(share: number): string {
  return `${share >= 1 ? 100 : Math.min(99.9, Math.floor(share * 1000) / 10)}%`;
}

/** Sums up a receipt in one sentence. */
export function verdict({ isComplete, items, addresses, pictures, texts }: ImportReceipt): string {
  if (!isComplete) return 'Not everything came in. What did not is named below.';
  const lost = [
    ...(pictures.missing > 0 ? [count(pictures.missing, 'picture')] : []),
    ...(texts.whole < texts.compared ? [`words of ${count(texts.compared - texts.whole, 'post')}`] : []),
  ];
  const answers = addresses.total > 0 ? ' and every old address answers' : '';
  const every = items.total === 1 ? '1 item is' : `All ${count(items.total, 'item')} are`;
  const whole = `${every} accounted for${answers}.`;
  return lost.length === 0 ? whole : `${whole} Missing: ${lost.join(' and ')}, named below.`;
}
