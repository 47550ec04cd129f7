import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { isoDate, storedDate } from './fields.ts';
import { postSummary } from './posts/post.ts';

/** A post as the owner's calendar shows it: lists of thousands are answered whole, so only what a line of it needs. */
const calendarPost = postSummary
  .pick({ id: true, title: true, version: true, published: true, publishedAt: true, pending: true })
  .extend({ categoryId: z.int() })
  .meta({ id: 'CalendarPost' });
export type CalendarPost = z.output<typeof calendarPost>;

/** What a category has had, and what it will have. */
const categoryRhythm = z
  .object({
    categoryId: z.int(),
    /** Live posts of the span, and scheduled ones of it. */
    live: z.int(),
    scheduled: z.int(),
    /** Of all time: when its last post went live, and when its next one will. */
    lastAt: isoDate.nullable(),
    nextAt: isoDate.nullable(),
  })
  .meta({ id: 'CategoryRhythm' });
export type CategoryRhythm = z.output<typeof categoryRhythm>;

/** Posts of each kind a span is answered with at the most. */
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
      /** The first moment behind the span. */
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
    /** Whether these are all of the span. */
    isWhole: z.boolean(),
    /** Of every category, whichever is asked for. */
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
    /** The first scheduled posts, and the posts of the first changes that have a time; `upcomingTotal` counts all. */
    upcoming: z.array(calendarPost),
    upcomingTotal: z.int(),
    /** Posts whose change did not take their place when its time came. */
    problems: z.array(calendarPost),
    /** Posts whose change waits for the owner. */
    waiting: z.array(calendarPost),
    /** Drafts without a date, the last edited first; `draftsTotal` counts all. */
    drafts: z.array(calendarPost),
    draftsTotal: z.int(),
  }),
});
export type Queue = z.output<typeof getQueue.response>;
