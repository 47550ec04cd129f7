import { isbot } from 'isbot';
import type { ReaderSide, VisitorServices } from '#server/reader/reader-side.ts';
import type { ContactService } from '#server/services/contact.ts';
import { createDayCounts } from '#server/services/minute-counts.ts';
import type { Reader } from '#server/services/statistics/counting.ts';
import { createOnceADay } from '#server/services/statistics/once-a-day.ts';
import { MOST_A_DAY } from '#server/services/statistics/recorder.ts';
import { createAskLimits, type Invitations, topicsThere } from '#server/services/subscribers/invitations.ts';
import { landingPages } from '#server/site/server/landing/landing-pages.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import { AppError } from '#shared/kernel/errors.ts';
import type { Outbox, Visitor } from './outbox.ts';

const NOBODY: Visitor = { network: '', userAgent: '', isMobile: false, isPrivate: false };
/** The name for all landing pages: a page of this kind is named by its address, and any of their addresses will do. */
const LANDING = landingPages[0]?.path.slice(1) ?? '';
const settled = async () => undefined;

/**
 * Creates the services that take what visitors leave at a reader instance: everything goes into the outbox, under the
 * writer's own limits.
 */
export function createVisitorServices(outbox: Outbox, clock: Clock): ReaderSide['taking'] {
  const countAsk = createAskLimits(clock);
  const contact: ContactService = {
    async receive(message) {
      outbox.keep('contact', NOBODY, message);
    },
    settled,
  };
  // The call that counts a reading counts it in the statistics as well, and the writer tells the two apart.
  const views: VisitorServices['views'] = { count: () => true, flush: settled };
  const counting = createOutboxRecorder(outbox, clock);
  return ({ db, config }) => {
    const invitations: Invitations = {
      isOpen: config.hasLetters,
      async ask({ isProgram, ...fields }, network) {
        if (!config.hasLetters) throw new AppError('mail_not_configured');
        countAsk(network);
        const topics = await topicsThere(db, fields);
        if (!isProgram) outbox.keep('subscription', { ...NOBODY, network }, { ...fields, topics });
      },
      async invite() {
        throw new AppError('mail_not_configured');
      },
      settled,
    };
    return { contact, invitations, views, counting };
  };
}

/**
 * Collects for the writer the readings that it would count itself; a reading that the writer would certainly not count
 * is not sent.
 */
function createOutboxRecorder(outbox: Outbox, clock: Clock): VisitorServices['counting'] {
  const once = createOnceADay({ clock });
  const ofNetwork = createDayCounts(clock);
  const nameOf = ({ network, userAgent, isMobile, isPrivate }: Reader): Visitor => ({
    ...{ network, userAgent: userAgent.slice(0, 500), isMobile, isPrivate },
  });
  const isFirst = (reader: Reader, parts: readonly (string | number)[]) =>
    !reader.isOwner && once.first([...parts, reader.network, reader.userAgent]);
  /** No statistics count robots, or readers who ask not to be counted. */
  const counts = (reader: Reader, kind: keyof typeof MOST_A_DAY, thing: string) =>
    !reader.isPrivate &&
    reader.userAgent !== '' &&
    !isbot(reader.userAgent) &&
    isFirst(reader, [kind, thing]) &&
    ofNetwork.add(once.nameOf([kind, reader.network])) <= MOST_A_DAY[kind];
  return {
    postRead(reader, { postId, from }) {
      if (isFirst(reader, ['view', postId])) outbox.count('view', nameOf(reader), { postId, from });
    },
    postReadToEnd(reader, postId) {
      if (!reader.isPrivate && isFirst(reader, ['end', postId])) outbox.count('end', nameOf(reader), { postId });
    },
    pageOpened(reader, { page, from }) {
      if (!counts(reader, 'reading', page)) return;
      outbox.count('page', nameOf(reader), { page: page === 'landing' ? LANDING : page, from });
    },
    searched(reader, { query, found }) {
      const words = query.slice(0, 1000);
      if (counts(reader, 'search', words)) outbox.count('search', nameOf(reader), { query: words, found });
    },
    missed(reader, missing) {
      const { pathname, referrer, ownHost } = missing;
      if (pathname.length > 4000 || !counts(reader, 'missing', pathname)) return;
      const from = referrer?.slice(0, 4000);
      outbox.count('missing', nameOf(reader), { pathname, ...(from !== undefined && { referrer: from }), ownHost });
    },
    flush: async () => outbox.flush(),
  };
}
