import { z } from 'zod';
import { contactForm } from './contact.ts';
import { bodyLimits, endpoint } from './endpoint.ts';
import { isoDate, textUpTo } from './fields.ts';
import { subscriptionForm } from './letters/subscriptions.ts';
import { fromField } from './statistics.ts';

// What reader instances have taken of their visitors for the writer (docs/rules.md, "Published readers").

const postId = z.int().positive();

/** What can be delivered: the body of each kind. They say what the calls of the same meaning take. */
export const deliveryBodies = {
  /** A live post was in sight. */
  view: z.object({ postId, from: fromField }),
  /** A reading has come to the end of its post. */
  end: z.object({ postId }),
  /** A page that is no post was opened: the first part of its address, or `home`. */
  page: z.object({ page: z.string().max(2000), from: fromField }),
  /** Something was searched for, and so much found. */
  search: z.object({ query: z.string().max(1000), found: z.int().min(0) }),
  /** There was no page at an address; `referrer` is the address of the page with the link. */
  missing: z.object({
    pathname: z.string().max(4000),
    referrer: z.string().max(4000).optional(),
    ownHost: z.string().max(300),
  }),
  contact: contactForm,
  subscription: subscriptionForm,
} as const;
export type DeliveryKind = keyof typeof deliveryBodies;

/** Of the visitor what counting needs: the network, never the whole address of an IPv6 one. */
const visitor = z.object({
  network: textUpTo(100),
  userAgent: textUpTo(2000),
  isMobile: z.boolean(),
  isPrivate: z.boolean(),
});

/** One thing a reader has taken. `body` is one of `deliveryBodies`, read by the writer: a wrong one must not stop the others. */
export const delivery = z.object({
  /** Made by the reader; the same at each try. */
  id: z.uuid(),
  /** When the reader took it. */
  takenAt: isoDate,
  kind: textUpTo(40),
  visitor,
  body: z.unknown(),
});
export type Delivery = z.input<typeof delivery>;

/** The most that comes in one call. */
export const MOST_DELIVERIES = 200;

const deliveryOutcomes = ['taken', 'refused', 'later'] as const;

/**
 * `taken`: it is done and stored, by this call or one before. `refused`: it never will be; drop it. `later`: it was not
 * done; send it again, under the same id.
 */
const deliveryAnswer = z.object({
  id: z.uuid(),
  outcome: z.enum(deliveryOutcomes),
  /** Why it was refused or put off, in words for the log. */
  reason: z.string().optional(),
});
export type DeliveryAnswer = z.output<typeof deliveryAnswer>;

/** Asked by reader instances alone, whose body is signed (`x-ninefold-reader`); no part of the public document. */
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
