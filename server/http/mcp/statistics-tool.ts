import { z } from 'zod';
import type { Services } from '#server/services/index.ts';
import { ranges, type StatisticsAsked } from '#shared/contract/statistics.ts';
import { asData, tool } from './tool.ts';

type Asking = (statistics: Services['statistics'], asked: StatisticsAsked, limit: number) => Promise<unknown>;

/** The questions that can be asked, by the calls of the API that answer them. */
const ABOUT = {
  readings: (statistics, asked) => statistics.readings(asked),
  posts: (statistics, asked, limit) => statistics.posts(asked, limit),
  referrers: (statistics, asked) => statistics.referrers(asked),
  searches: (statistics, { range }) => statistics.searches(range),
  missing: (statistics, { range }) => statistics.missing(range),
  niches: (statistics, { range }) => statistics.niches(range),
  followers: (statistics, { range }) => statistics.followers(range),
} satisfies Record<string, Asking>;
type About = keyof typeof ABOUT;
const abouts = Object.keys(ABOUT) as [About, ...About[]];

const id = z.int().min(1).optional();

/** The statistics of the site as the owner sees them (docs/rules.md, "Statistics"): sums, and never a reader. */
export const statisticsTool = tool({
  name: 'get_statistics',
  title: 'Statistics',
  description:
    'Tells how the site is read, in sums, with the time before beside it: readings by day or month, the posts read most, the sites readers came from, what they searched for and did not find, addresses with nothing, what each niche costs and how it is read, followers. Readings, posts and referrers can be asked of one post, category or tag.',
  scope: 'read',
  input: z.object({
    about: z.enum(abouts),
    range: z.enum(ranges).default('30d').describe('Days or months up to now, in UTC'),
    post: id.describe('A post’s id'),
    category: id.describe('A category’s id'),
    tag: id.describe('A tag’s id'),
    limit: z.int().min(1).max(100).default(20).describe('Posts in one answer'),
  }),
  async run({ about, limit, ...asked }, { services }) {
    const ask: Asking = ABOUT[about];
    return asData(await ask(services.statistics, asked, limit));
  },
});
