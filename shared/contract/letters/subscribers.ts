import { z } from 'zod';
import { TOPIC_KINDS } from '#shared/kernel/topic.ts';
import { bodyLimits, endpoint } from '../endpoint.ts';
import { idParam, isoDate, pagingQuery, textUpTo } from '../fields.ts';
import { subscriptionFields } from './subscriptions.ts';

const SUBSCRIBER_STATES = ['following', 'ended', 'suppressed'] as const;
export type SubscriberState = (typeof SUBSCRIBER_STATES)[number];

/** A topic with the name of the followed thing; "" for the whole site. */
const namedTopic = z
  .object({ kind: z.enum(TOPIC_KINDS), targetId: z.int(), name: z.string() })
  .meta({ id: 'NamedTopic' });
export type NamedTopic = z.output<typeof namedTopic>;

/** A person who follows by e-mail, or did. */
const subscriber = z
  .object({
    id: z.int(),
    email: z.string(),
    name: z.string().nullable(),
    /** `suppressed`: nothing is sent, because letters came back or were reported as spam. */
    state: z.enum(SUBSCRIBER_STATES),
    topics: z.array(namedTopic),
    /** Where the address came from: a form of the site, an import, or the owner. */
    source: z.enum(['site', 'import', 'owner']),
    createdAt: isoDate,
    endedAt: isoDate.nullable(),
  })
  .meta({ id: 'Subscriber' });
export type Subscriber = z.output<typeof subscriber>;

/** An address that was entered and has not been confirmed yet. */
const pendingSubscription = z
  .object({
    id: z.int(),
    email: z.string(),
    topics: z.array(namedTopic),
    source: z.enum(['site', 'owner']),
    createdAt: isoDate,
    /** When the confirmation was sent; null when no mail server has accepted it. */
    mailedAt: isoDate.nullable(),
  })
  .meta({ id: 'PendingSubscription' });
export type PendingSubscription = z.output<typeof pendingSubscription>;

/** How many people follow which topic, and how the numbers developed. */
const subscriberFigures = z
  .object({
    following: z.int(),
    ended: z.int(),
    suppressed: z.int(),
    pending: z.int(),
    /** Whether a mail server is set: without one, nobody can subscribe. */
    canMail: z.boolean(),
    /** The most followed first. */
    topics: z.array(namedTopic.extend({ followers: z.int() }).meta({ id: 'FollowedTopic' })),
    /**
     * The last twelve months, the oldest first: "2025-07", how many subscriptions began and ended in the month, and how
     * many people followed at its end.
     */
    months: z.array(z.object({ month: z.string(), begun: z.int(), ended: z.int(), following: z.int() })),
  })
  .meta({ id: 'SubscriberFigures' });
export type SubscriberFigures = z.output<typeof subscriberFigures>;

const params = z.object({ id: idParam });

export const listSubscribers = endpoint({
  name: 'listSubscribers',
  method: 'GET',
  path: '/api/subscribers',
  summary: 'Who follows by e-mail, newest first. X-Total-Count and Link carry the paging',
  query: pagingQuery.extend({
    /** Part of an address or a name. */
    q: textUpTo(254).optional(),
    state: z.enum(SUBSCRIBER_STATES).optional(),
  }),
  response: z.array(subscriber),
});

export const addSubscriber = endpoint({
  name: 'addSubscriber',
  method: 'POST',
  path: '/api/subscribers',
  audit: 'subscriber_added',
  summary: 'Adds somebody who has agreed: they get a mail to confirm it, and nothing else before they do',
  body: subscriptionFields,
  bodyLimit: bodyLimits.credentials,
  errors: ['mail_not_configured', 'already_follows', 'address_suppressed'],
});

export const getSubscriberFigures = endpoint({
  name: 'getSubscriberFigures',
  method: 'GET',
  path: '/api/subscribers/figures',
  summary: 'How many follow what, and how that came about',
  response: subscriberFigures,
});

export const exportSubscribers = endpoint({
  name: 'exportSubscribers',
  method: 'GET',
  path: '/api/subscribers/csv',
  audit: 'subscribers_exported',
  summary: 'All who follow by e-mail, or have, as one CSV file (RFC 4180)',
  response: z.object({ fileName: z.string(), csv: z.string() }),
});

export const listPendingSubscriptions = endpoint({
  name: 'listPendingSubscriptions',
  method: 'GET',
  path: '/api/subscribers/pending',
  summary: 'Addresses nobody has confirmed yet, newest first. X-Total-Count and Link carry the paging',
  query: pagingQuery.extend({ q: textUpTo(254).optional() }),
  response: z.array(pendingSubscription),
});

export const deletePendingSubscription = endpoint({
  name: 'deletePendingSubscription',
  method: 'DELETE',
  path: '/api/subscribers/pending/:id',
  audit: 'subscription_forgotten',
  summary: 'Forgets an address that was not confirmed; the link that was sent to it ends',
  params,
  errors: ['not_found'],
});

export const getSubscriber = endpoint({
  name: 'getSubscriber',
  method: 'GET',
  path: '/api/subscribers/:id',
  summary: 'All that is kept of one subscriber, to be given to them',
  params,
  response: subscriber
    .extend({
      /** Why nothing is sent to the address, and since when; null where nothing prevents it. */
      suppressed: z.object({ reason: z.string(), createdAt: isoDate }).nullable(),
      /** A subscription that was requested and is not confirmed yet. */
      pending: pendingSubscription.nullable(),
    })
    .meta({ id: 'SubscriberRecord' }),
  errors: ['not_found'],
});

export const endSubscriber = endpoint({
  name: 'endSubscriber',
  method: 'POST',
  path: '/api/subscribers/:id/end',
  audit: 'subscriber_ended',
  summary: 'Ends a subscription: no letter is sent any more. The row is kept, so that it is known',
  params,
  response: subscriber,
  errors: ['not_found'],
});

export const eraseSubscriber = endpoint({
  name: 'eraseSubscriber',
  method: 'DELETE',
  path: '/api/subscribers/:id',
  audit: 'subscriber_erased',
  summary: 'Erases a subscriber for good. A hash of the address stays, so that no import brings it back',
  params,
  errors: ['not_found'],
});
