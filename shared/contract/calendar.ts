import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { isoDate, storedDate } from './fields.ts';
import { postSummary } from './posts/post.ts';

/**
 * A post as the owner's calendar shows it. It has only the fields of one line, because lists of thousands are answered
 * whole.
 */
const calendarPost = postSummary
  .pick({ id: true, title: true, version: true, published: true, publishedAt: true, pending: true })
  .extend({ categoryId: z.int() })
  .meta({ id: 'CalendarPost' });
export type CalendarPost = z.output<typeof calendarPost>;

/** The past and coming posts of a category. */
const categoryRhythm = z
  .object({
    categoryId: z.int(),
    /** The number of live posts in the span, and of scheduled posts in it. */
    live: z.int(),
    scheduled: z.int(),
    /** Not limited to the span: when the category's last post went live, and when its next one will. */
    lastAt: isoDate.nullable(),
    nextAt: isoDate.nullable(),
  })
  .meta({ id: 'CategoryRhythm' });
export type CategoryRhythm = z.output<typeof categoryRhythm>;

/** The most posts of each kind that an answer about a span contains. */
export const MOST_IN_CALENDAR = 2000;
const LONGEST_SPAN_DAYS = 62;
const DAY = 86_400_000;

const category = z.string().max(300).optional();

export const getCalendar = endpoint({
  name: 'getCalendar',
  method: 'GET',
  path: '/api/calendar',
  token: 'read',
  summary:
    'The posts outside the bin whose date, or whose pending change, lies in a span of at most 62 days, by their dates; and how long each category has had nothing',
  query: z
    .object({
      from: storedDate,
      /** The first moment after the span. */
      to: storedDate,
      /** A category's slug. */
      category,
    })
    .refine(({ from, to }) => from < to, { path: ['to'], message: 'Must be later than from' })
    .refine(({ from, to }) => Date.parse(to) - Date.parse(from) <= LONGEST_SPAN_DAYS * DAY, {
      path: ['to'],
      message: `At most ${LONGEST_SPAN_DAYS} days, please.`,
    }),
  response: z.object({
    posts: z.array(calendarPost),
    /** Whether the answer has all posts of the span. */
    isWhole: z.boolean(),
    /** Covers every category, even where the call asks for one. */
    rhythm: z.array(categoryRhythm),
  }),
});

export const getQueue = endpoint({
  name: 'getQueue',
  method: 'GET',
  path: '/api/calendar/queue',
  token: 'read',
  summary: 'What goes live next, what did not go live when it was to, and what has no date yet',
  query: z.object({ category }),
  response: z.object({
    /** The next scheduled posts, and the posts of the next changes that have a time; `upcomingTotal` counts all. */
    upcoming: z.array(calendarPost),
    upcomingTotal: z.int(),
    /** Posts whose pending change did not replace the post when its time came. */
    problems: z.array(calendarPost),
    /** Posts whose pending change waits for the owner. */
    waiting: z.array(calendarPost),
    /** Drafts without a date, the most recently edited first; `draftsTotal` counts all. */
    drafts: z.array(calendarPost),
    draftsTotal: z.int(),
  }),
});
export type Queue = z.output<typeof getQueue.response>;
