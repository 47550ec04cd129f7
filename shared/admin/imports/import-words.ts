import type {
  ImportPhase,
  ImportReceipt,
  ImportState,
  ItemOutcome,
  OldAddressOutcome,
} from '#shared/contract/imports.ts';
import type { BadgeTone } from '#shared/ui/badge.tsx';

export const stateWords: Record<ImportState, { label: string; tone: BadgeTone }> = {
  reading: { label: 'Being read', tone: 'waiting' },
  ready: { label: 'Ready', tone: 'accent' },
  running: { label: 'Under way', tone: 'waiting' },
  done: { label: 'Done', tone: 'good' },
  failed: { label: 'Stopped', tone: 'danger' },
  undoing: { label: 'Being undone', tone: 'waiting' },
  undone: { label: 'Undone', tone: 'plain' },
};

export const phaseWords: Record<ImportPhase, string> = {
  reading: 'Looking through the file. Nothing is changed.',
  posts: 'Bringing in posts and their pictures',
  items: 'Bringing in everything else',
  addresses: 'Leading old addresses to where things are now',
  asking: 'Asking for every old address',
  undoing: 'Taking back what it has brought',
};

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

/** What an import has changed, one and several; a kind that is not known here is called as it is. */
export function changedWords(kind: string): [one: string, many: string] {
  const one = kind.replaceAll('-', ' ');
  return [one, manyWords[kind] ?? `${one}s`];
}

const manyWords: Readonly<Record<string, string>> = {
  category: 'categories',
  codex: 'codices',
  'former-address': 'former addresses',
  'suppressed-address': 'suppressed addresses',
};

export const count = (number: number, one: string, many = `${one}s`): string =>
  `${number.toLocaleString('en-US')} ${number === 1 ? one : many}`;

/** Never rounded up to all. */
export function percentOf(share: number): string {
  return `${share >= 1 ? 100 : Math.min(99.9, Math.floor(share * 1000) / 10)}%`;
}

/** What a receipt comes to, in one sentence. */
export function verdict({ isComplete, items, addresses, pictures, texts }: ImportReceipt): string {
  if (!isComplete) return 'Not everything came in. What did not is named below.';
  const lost = [
    ...(pictures.missing > 0 ? [count(pictures.missing, 'picture')] : []),
    ...(texts.whole < texts.compared ? [`words of ${count(texts.compared - texts.whole, 'post')}`] : []),
  ];
  const answers = addresses.total > 0 ? ' and every old address answers' : '';
  const whole = `All ${count(items.total, 'item')} are accounted for${answers}.`;
  return lost.length === 0 ? whole : `${whole} Missing: ${lost.join(' and ')}, named below.`;
}
