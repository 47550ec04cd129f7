import { z } from 'zod';
import { withPlainDomain } from '#shared/kernel/mail-domain.ts';
import { MOST_TOPICS, TOPIC_KINDS } from '#shared/kernel/topic.ts';
import { bodyLimits, endpoint } from '../endpoint.ts';
import { emailField, storedInteger, textUpTo } from '../fields.ts';

/** What a person follows: the whole site (`targetId` 0), or a category, a tag or an author by its id. */
const topic = z
  .object({ kind: z.enum(TOPIC_KINDS), targetId: storedInteger().min(0) })
  .refine(({ kind, targetId }) => (kind === 'site') === (targetId === 0), {
    path: ['targetId'],
    message: 'The site is 0, everything else has an id',
  })
  .meta({ id: 'Topic' });

const WRONG_ADDRESS = 'Please enter a valid email address.';

/** An address that letters are sent to. An international domain is stored as mail servers write it. */
export const letterAddress = textUpTo(254)
  .transform((text) => withPlainDomain(text.trim()))
  .pipe(emailField(WRONG_ADDRESS));

export const subscriptionFields = z.object({
  email: letterAddress,
  topics: z.array(topic).min(1, 'Please choose what you want to follow.').max(MOST_TOPICS),
});
export type SubscriptionFields = z.output<typeof subscriptionFields>;

/** The form as it is sent: `website` is a field that people do not see, so only a program fills it in. */
export const subscriptionForm = subscriptionFields.extend({
  website: z.string().max(2000).optional().catch('unreadable'),
});

export const askSubscription = endpoint({
  name: 'askSubscription',
  method: 'POST',
  path: '/api/subscriptions',
  access: 'public',
  fromPublished: true,
  summary:
    'Asks for letters. Whoever reads the address gets a mail to confirm it; the answer is the same whatever is known of it',
  body: subscriptionForm,
  bodyLimit: bodyLimits.credentials,
  errors: ['invalid_input', 'rate_limited', 'mail_not_configured'],
});
