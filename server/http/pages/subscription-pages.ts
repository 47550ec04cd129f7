import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { formOf } from '#server/http/read-form.ts';
import { clientNetwork } from '#server/services/client-network.ts';
import { confirmationPath } from '#server/services/subscribers/subscription-mails.ts';
import type { Preferences } from '#server/services/subscribers/subscriptions.ts';
import type { DoneNow, SubscriptionView } from '#server/site/server/subscription/subscription-view.ts';
import { topicChoice } from '#server/site/topic-label.ts';
import { bodyLimits } from '#shared/contract/endpoint.ts';
import type { NamedTopic } from '#shared/contract/letters/subscribers.ts';
import { subscriptionForm } from '#shared/contract/letters/subscriptions.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { subscriptionPath, unsubscribePath } from '#shared/kernel/subscription-address.ts';
import { MOST_TOPICS } from '#shared/kernel/topic.ts';
import { readTopic, topicText } from '#shared/kernel/topic-text.ts';
import { type PageSenders, UNTOLD } from './page-routes.ts';
import type { PageOptions } from './render-page.ts';

/** People who have a secret address request it rarely; a client that makes more requests is guessing. */
const LINK = { config: { rateLimit: { max: 60, timeWindow: 60_000 } } };
/** A few large mail providers send these requests for all their readers, from few computers. */
const ONE_CLICK = {
  config: { rateLimit: { max: 600, timeWindow: 60_000 }, fromAnySite: true },
  bodyLimit: bodyLimits.credentials,
};
const ASK = { config: { rateLimit: { max: 10, timeWindow: 60_000 }, fromPublished: true } };
const DONE: readonly DoneNow[] = ['confirmed', 'saved'];

type Key = { Params: { linkKey: string } };
type Secret = { Params: { secret: string } };

/**
 * The pages of those who follow by e-mail (docs/rules.md, "Subscribing"): plain forms, only for those who have the
 * link.
 */
export function addSubscriptionPages(app: FastifyInstance, options: PageOptions, pages: PageSenders): void {
  addAsking(app, options, pages);
  addConfirming(app, options, pages);
  addOwnPages(app, options, pages);
  addOneClick(app, options, pages);
}

function addAsking(app: FastifyInstance, { services, info }: PageOptions, pages: PageSenders): void {
  const { invitations } = services;
  // For somebody who reloads the answer, or opens its address.
  app.get('/subscribe', async (_request, reply) => reply.header('cache-control', 'no-store').redirect('/follow', 302));
  app.post('/subscribe', ASK, async (request, reply) => {
    if (!invitations.isOpen) return pages.missing(request, reply);
    const form = formOf(request);
    const email = (form.get('email') ?? '').toWellFormed();
    const topics = form
      .getAll('topic')
      .slice(0, MOST_TOPICS)
      .flatMap((text) => readTopic(text) ?? []);
    const parsed = subscriptionForm.safeParse({ email, topics, website: form.get('website') ?? undefined });
    const refuse = async (message: string) => {
      const choices = await offeredTo(services, (await info()).name);
      const chosen = topics.map(topicText);
      return pages.subscription(request, reply, { kind: 'refused', message, email, topics: choices, chosen }, 422);
    };
    if (!parsed.success) return refuse(parsed.error.issues[0]?.message ?? '');
    const { website, ...fields } = parsed.data;
    try {
      await invitations.ask({ ...fields, isProgram: Boolean(website) }, clientNetwork(request.ip));
    } catch (error) {
      if (error instanceof AppError && error.code === 'invalid_input') return refuse(error.message);
      throw error;
    }
    return pages.subscription(request, reply, { kind: 'asked' });
  });
}

/** The topics on offer: the site and its categories. */
async function offeredTo({ categories }: PageOptions['services'], siteName: string) {
  const all = (await categories.plain()).map(({ id, name }) => ({ kind: 'category' as const, targetId: id, name }));
  return choices([{ kind: 'site', targetId: 0, name: '' }, ...all], siteName);
}

/** The link only shows a page, and the page's button confirms: programs that scan mail open every link in it. */
function addConfirming(app: FastifyInstance, { services, info }: PageOptions, pages: PageSenders): void {
  const { subscriptions } = services;
  const path = confirmationPath(':secret');
  app.get<Secret>(path, LINK, async (request, reply) => {
    const { secret } = request.params;
    const asked = await subscriptions.asked(secret);
    if (!asked) return pages.subscription(request, reply, { kind: 'unknown' }, 404);
    const topics = choices(asked, (await info()).name);
    return pages.subscription(request, reply, { kind: 'confirm', path: confirmationPath(secret), topics });
  });
  app.post<Secret>(path, LINK, async (request, reply) => {
    const linkKey = await subscriptions.confirm(request.params.secret);
    if (linkKey === null) return pages.subscription(request, reply, { kind: 'unknown' }, 404);
    return seeOther(reply, linkKey, 'confirmed');
  });
}

function addOwnPages(app: FastifyInstance, { services, info }: PageOptions, pages: PageSenders): void {
  const { subscriptions } = services;
  const path = subscriptionPath(':linkKey');
  app.get<Key>(path, LINK, async (request, reply) => {
    const { linkKey } = request.params;
    const found = await subscriptions.preferences(linkKey);
    if (!found) return pages.subscription(request, reply, { kind: 'unknown' }, 404);
    return pages.subscription(
      request,
      reply,
      viewOf(linkKey, found, { name: (await info()).name, done: doneIn(request) }),
    );
  });
  app.post<Key>(path, LINK, async (request, reply) => {
    const { linkKey } = request.params;
    const topics = formOf(request)
      .getAll('topic')
      .slice(0, MOST_TOPICS)
      .flatMap((text) => readTopic(text) ?? []);
    const found = await subscriptions.choose(linkKey, topics);
    if (!found) return pages.subscription(request, reply, { kind: 'unknown' }, 404);
    return seeOther(reply, linkKey, 'saved');
  });
  app.post<Key>(`${path}/erase`, LINK, async (request, reply) => {
    const isErased = await subscriptions.erase(request.params.linkKey);
    return pages.subscription(request, reply, { kind: isErased ? 'erased' : 'unknown' }, isErased ? 200 : 404);
  });
}

/**
 * Mail providers send a form to this address for their readers, without a cookie and from any place (RFC 8058). Its
 * content is ignored: anyone who has the address may end the subscription, and a reader whose request is refused would
 * report the letter as spam.
 */
function addOneClick(app: FastifyInstance, { services }: PageOptions, pages: PageSenders): void {
  const path = unsubscribePath(':linkKey');
  app.get<Key>(path, LINK, async (request, reply) => {
    const { linkKey } = request.params;
    const found = await services.subscriptions.preferences(linkKey);
    if (!found) return pages.subscription(request, reply, { kind: 'unknown' }, 404);
    const kind = found.isFollowing ? 'unsubscribe' : 'ended';
    return pages.subscription(request, reply, { kind, path: subscriptionPath(linkKey) });
  });
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'string' }, (_request, _body, done) => done(null));
    scope.post<Key>(path, ONE_CLICK, async (request, reply) => {
      const { linkKey } = request.params;
      if (!(await services.subscriptions.end(linkKey)))
        return pages.subscription(request, reply, { kind: 'unknown' }, 404);
      return pages.subscription(request, reply, { kind: 'ended', path: subscriptionPath(linkKey) });
    });
  });
}

/** Redirects to the subscriber's own page, at an address that can be reloaded. */
function seeOther(reply: FastifyReply, linkKey: string, done: DoneNow): FastifyReply {
  return reply
    .header('cache-control', 'private, no-store')
    .header('referrer-policy', UNTOLD)
    .redirect(`${subscriptionPath(linkKey)}?done=${done}`, 303);
}

function doneIn({ query }: FastifyRequest): DoneNow | null {
  const given = new URLSearchParams(query as Record<string, string>).get('done');
  return DONE.find((done) => done === given) ?? null;
}

function viewOf(
  linkKey: string,
  { isFollowing, followed, offered }: Preferences,
  { name, done }: { name: string; done: DoneNow | null },
): SubscriptionView {
  const path = subscriptionPath(linkKey);
  if (!isFollowing) return { kind: 'ended', path };
  const follows = new Set(followed.map(topicText));
  const topics = choices(offered, name).map((choice) => ({ ...choice, isFollowed: follows.has(choice.value) }));
  return { kind: 'preferences', path, topics, done };
}

function choices(topics: readonly NamedTopic[], siteName: string) {
  return topics.map((topic) => topicChoice(topic, topic.name, siteName));
}
