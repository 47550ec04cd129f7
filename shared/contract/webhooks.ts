import { z } from 'zod';
import { MESSAGE_TYPES, WEBHOOK_EVENTS } from '#shared/kernel/webhook-events.ts';
import { bodyLimits, endpoint } from './endpoint.ts';
import { idParam, isoDate, lineOfText, pagingQuery, textUpTo } from './fields.ts';

// How the owner has other programs told about posts: addresses that messages are sent to, and the result of each
// message.

/** The most webhooks the owner can have at a time. */
export const MOST_WEBHOOKS = 20;

const address = textUpTo(2000)
  .trim()
  .pipe(z.url({ protocol: /^https?$/, error: 'An address begins with https://.' }));

/** The fields of a webhook that the owner sets. */
export const webhookFields = z.object({
  name: lineOfText(80).min(1, 'Say what it is for.'),
  address,
  events: z
    .array(z.enum(WEBHOOK_EVENTS))
    .min(1, 'Choose at least one event.')
    .max(WEBHOOK_EVENTS.length)
    .transform((events) => WEBHOOK_EVENTS.filter((event) => events.includes(event))),
  /** Whether the webhook also gets messages about saves of posts that readers do not see: their id, slug and title. */
  hearsDrafts: z.boolean(),
  isOn: z.boolean(),
});
export type WebhookFields = z.output<typeof webhookFields>;

const webhook = z
  .object({
    id: z.int(),
    name: z.string(),
    address: z.string(),
    events: z.array(z.enum(WEBHOOK_EVENTS)),
    hearsDrafts: z.boolean(),
    isOn: z.boolean(),
    /** Why the server has switched the webhook off, in words; null where the owner did, and while it is on. */
    offReason: z.string().nullable(),
    /** `again`: a server with another secret of its own stored this one, so that a new one must be made. */
    secret: z.enum(['kept', 'again']),
    createdAt: isoDate,
    /** Messages that wait for the first or a further attempt. */
    waiting: z.int(),
    /** The result of the last message that was tried; null before the first. */
    lastState: z.enum(['waiting', 'delivered', 'failed']).nullable(),
  })
  .meta({ id: 'Webhook' });
export type Webhook = z.output<typeof webhook>;

/** Only this answer contains the secret. */
const newWebhook = webhook.extend({ secretText: z.string() }).meta({ id: 'NewWebhook' });

/** One message and its result. */
const webhookDelivery = z
  .object({
    id: z.int(),
    /** The value of `webhook-id`, the same at each attempt. */
    messageId: z.string(),
    type: z.enum(MESSAGE_TYPES),
    state: z.enum(['waiting', 'delivered', 'failed']),
    createdAt: isoDate,
    /** When the next attempt is due; null while there is none. */
    dueAt: isoDate.nullable(),
    attempts: z.int(),
    triedAt: isoDate.nullable(),
    /** The status of the answer to the last attempt; null where there was no answer. */
    status: z.int().nullable(),
    /** What happened at the last attempt, in words for the owner. */
    words: z.string(),
    /** The duration of the last attempt, in milliseconds. */
    duration: z.int().nullable(),
    /** The body that is sent, word for word. */
    body: z.string(),
  })
  .meta({ id: 'WebhookDelivery' });
export type WebhookDelivery = z.output<typeof webhookDelivery>;

const params = z.object({ id: idParam });
const ofDelivery = z.object({ id: idParam, deliveryId: idParam });

export const listWebhooks = endpoint({
  name: 'listWebhooks',
  method: 'GET',
  path: '/api/webhooks',
  summary: 'The webhooks, newest first; a secret is never shown again',
  response: z.array(webhook),
});

export const createWebhook = endpoint({
  name: 'createWebhook',
  method: 'POST',
  path: '/api/webhooks',
  recent: true,
  summary: 'Makes a webhook; the secret its messages are signed with is in this answer alone',
  body: webhookFields,
  bodyLimit: bodyLimits.credentials,
  status: 201,
  response: newWebhook,
  errors: ['too_many_webhooks'],
});

export const updateWebhook = endpoint({
  name: 'updateWebhook',
  method: 'PUT',
  path: '/api/webhooks/:id',
  // A webhook that is only switched off sends nothing to anyone.
  recent: ({ isOn }) => isOn,
  summary: 'Changes a webhook, or switches it on or off; what waits is sent when it is on again, for a day',
  params,
  body: webhookFields,
  bodyLimit: bodyLimits.credentials,
  response: webhook,
  errors: ['not_found'],
});

export const deleteWebhook = endpoint({
  name: 'deleteWebhook',
  method: 'DELETE',
  path: '/api/webhooks/:id',
  summary: 'Deletes a webhook and what is kept of its messages',
  params,
  errors: ['not_found'],
});

export const renewWebhookSecret = endpoint({
  name: 'renewWebhookSecret',
  method: 'POST',
  path: '/api/webhooks/:id/secret',
  recent: true,
  summary: 'Makes a new secret; the one before is good for nothing from then on',
  params,
  response: newWebhook,
  errors: ['not_found'],
});

export const testWebhook = endpoint({
  name: 'testWebhook',
  method: 'POST',
  path: '/api/webhooks/:id/test',
  summary: 'Sends a message of type `test` at once, also while the webhook is off, and tells what became of it',
  params,
  response: webhookDelivery,
  errors: ['not_found', 'rate_limited'],
});

export const listWebhookDeliveries = endpoint({
  name: 'listWebhookDeliveries',
  method: 'GET',
  path: '/api/webhooks/:id/deliveries',
  summary: 'The messages of the last 7 days, newest first. X-Total-Count and Link carry the paging',
  params,
  query: pagingQuery,
  response: z.array(webhookDelivery),
  errors: ['not_found'],
});

export const sendWebhookAgain = endpoint({
  name: 'sendWebhookAgain',
  method: 'POST',
  path: '/api/webhooks/:id/deliveries/:deliveryId/again',
  summary: 'Sends a message once more at once, under the same id, and tells what became of it',
  params: ofDelivery,
  response: webhookDelivery,
  errors: ['not_found', 'rate_limited'],
});
