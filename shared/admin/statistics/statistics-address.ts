import { ranges, type StatisticsRange } from '#shared/contract/statistics.ts';

/** What the statistics can be of, beside the whole site. */
const subjectKinds = ['post', 'category', 'tag'] as const;
export interface StatisticsSubject {
  kind: (typeof subjectKinds)[number];
  id: number;
}

/** What the screen of the statistics shows; its address says so. */
export interface StatisticsView {
  range: StatisticsRange;
  /** Null for the whole site. */
  subject: StatisticsSubject | null;
}

/** Where the statistics are. */
export const STATISTICS_ADDRESS = '/admin#statistics';

export function isStatisticsAddress({ hash }: { hash: string }): boolean {
  return hash === '#statistics';
}

/** Where the statistics of a subject are; of 30 days where no other range is asked for. */
export function statisticsAddress(subject: StatisticsSubject | null, range: StatisticsRange = '30d'): string {
  const query = new URLSearchParams();
  if (subject) query.set('of', `${subject.kind}-${subject.id}`);
  if (range !== '30d') query.set('range', range);
  const search = query.toString();
  return `/admin${search && `?${search}`}#statistics`;
}

/** What an address asks for; the whole site and 30 days where it says nothing that can be understood. */
export function readStatisticsAddress({ search }: { search: string }): StatisticsView {
  const query = new URLSearchParams(search);
  const [, kind, id] = /^([a-z]+)-([1-9]\d{0,14})$/.exec(query.get('of') ?? '') ?? [];
  const known = subjectKinds.find((each) => each === kind);
  return {
    range: ranges.find((range) => range === query.get('range')) ?? '30d',
    subject: known ? { kind: known, id: Number(id) } : null,
  };
}
