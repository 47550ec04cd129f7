import { z } from 'zod';
import { contactForm } from './contact.ts';
import { bodyLimits, endpoint } from './endpoint.ts';
import { isoDate, textUpTo } from './fields.ts';
import { subscriptionForm } from './letters/subscriptions.ts';
import { fromField } from './statistics.ts';

// The things that reader instances have accepted from their visitors for the writer (docs/rules.md, "Published
// readers").

const postId = z.int().positive();

/** What can be delivered: the body of each kind. The bodies have the fields of the calls with the same meaning. */
export const deliveryBodies = {
  /** A visitor had a live post in sight. */
  view: z.object({ postId, from: fromField }),
  /** A visitor has read a post to its end. */
  end: z.object({ postId }),
  /** A page that is not a post was opened: the first part of its address, or `home`. */
  page: z.object({ page: z.string().max(2000), from: fromField }),
  /** A search, and the number of posts it found. */
  search: z.object({ query: z.string().max(1000), found: z.int().min(0) }),
  /** An address without a page was opened; `referrer` is the address of the page with the link. */
  missing: z.object({
    pathname: z.string().max(4000),
    referrer: z.string().max(4000).optional(),
    ownHost: z.string().max(300),
  }),
  contact: contactForm,
  subscription: subscriptionForm,
} as const;
export type DeliveryKind = keyof typeof deliveryBodies;

/** The data about a visitor that counting needs: the network, never the complete address where it is IPv6. */
const visitor = z.object({
  network: textUpTo(100),
  userAgent: textUpTo(2000),
  isMobile: z.boolean(),
  isPrivate: z.boolean(),
});

/**
 * One thing that a reader instance has accepted. `body` is one of `deliveryBodies`; the writer parses it, because one
 * wrong body must not stop the others.
 */
export const delivery = z.object({
  /** Made by the reader instance; the same at each attempt. */
  id: z.uuid(),
  /** When the reader instance accepted it. */
  takenAt: isoDate,
  kind: textUpTo(40),
  visitor,
  body: z.unknown(),
});
export type Delivery = z.input<typeof delivery>;

/** The most deliveries in one call. */
export const MOST_DELIVERIES = 200;

const deliveryOutcomes = ['taken', 'refused', 'later'] as const;

/**
 * `taken`: the delivery is done and stored, by this call or an earlier one. `refused`: it never will be; drop it.
 * `later`: it was not done; send it again, under the same id.
 */
const deliveryAnswer = z.object({
  id: z.uuid(),
  outcome: z.enum(deliveryOutcomes),
  /** Why the delivery was refused or put off, in words for the log. */
  reason: z.string().optional(),
});
export type DeliveryAnswer = z.output<typeof deliveryAnswer>;

/** Called only by reader instances, whose body is signed (`x-ninefold-reader`); not in the public document. */
export const deliverFromReader = endpoint({
  name: 'deliverFromReader',
  method: 'POST',
  path: '/api/reader-deliveries',
  access: 'reader',
  summary: 'Brings what a reader instance has taken of its visitors, each once',
  body: z.object({ deliveries: z.array(delivery).min(1).max(MOST_DELIVERIES) }),
  bodyLimit: bodyLimits.text,
  response: z.object({ answers: z.array(deliveryAnswer) }),
});
