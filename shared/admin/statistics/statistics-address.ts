import { ranges, type StatisticsRange } from '#shared/contract/statistics.ts';

/** The possible subjects of statistics, apart from the whole site. */
const subjectKinds = ['post', 'category', 'tag'] as const;
export interface StatisticsSubject {
  kind: (typeof subjectKinds)[number];
  id: number;
}

/** What the screen of the statistics shows; its address contains it. */
export interface StatisticsView {
  range: StatisticsRange;
  /** Null for the whole site. */
  subject: StatisticsSubject | null;
}

/** The address of the statistics. */
export const STATISTICS_ADDRESS = '/admin#statistics';

export function isStatisticsAddress({ hash }: { hash: string }): boolean {
  return hash === '#statistics';
}

/** Returns the address of a subject's statistics; for 30 days unless another range is given. */
export function statisticsAddress(subject: StatisticsSubject | null, range: StatisticsRange = '30d'): string {
  const query = new URLSearchParams();
  if (subject) query.set('of', `${subject.kind}-${subject.id}`);
  if (range !== '30d') query.set('range', range);
  const search = query.toString();
  return `/admin${search && `?${search}`}#statistics`;
}

/** Reads the view from an address; the whole site and 30 days where the address contains nothing valid. */
export function readStatisticsAddress({ search }: { search: string }): StatisticsView {
  const query = new URLSearchParams(search);
  const [, kind, id] = /^([a-z]+)-([1-9]\d{0,14})$/.exec(query.get('of') ?? '') ?? [];
  const known = subjectKinds.find((each) => each === kind);
  return {
    range: ranges.find((range) => range === query.get('range')) ?? '30d',
    subject: known ? { kind: known, id: Number(id) } : null,
  };
}
