import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { getHealth, getMetrics, getReadiness } from '#shared/contract/meta.ts';
import { AppError } from '#shared/kernel/errors.ts';

/** What a load balancer or a scraper asks under whatever name; the metrics have a rule of their own. */
const UNDER_ANY_NAME: ReadonlySet<string | undefined> = new Set([getHealth.path, getReadiness.path, getMetrics.path]);

/** The name in a Host header, without its port; an IPv6 address without its brackets. */
function nameOf(host: string): string {
  const [, bracketed, plain = ''] = /^(?:\[([^\]]*)\]|([^:]*))(?::\d*)?$/.exec(host) ?? [];
  return (bracketed ?? plain).toLowerCase().replace(/\.$/, '');
}

function isLoopbackName(name: string): boolean {
  return name === 'localhost' || name.endsWith('.localhost') || name === '::1' || /^127(\.\d+){3}$/.test(name);
}

/** Whether a Host header names this machine to itself. */
export function isLoopbackHost(host: string | undefined): boolean {
  return host !== undefined && isLoopbackName(nameOf(host));
}

/** Whether the server answers under the name in a Host header; one without the header asks for no other name. */
export type KnowsHost = (host: string | undefined) => boolean;

/**
 * A page of another site can have its own name lead to this machine (DNS rebinding) and is then, to the browser, our own
 * page; the name it says stays its own. So the site's names and this machine's own are answered, and addresses: what is
 * no name cannot be made to lead elsewhere, and people use addresses in a local network.
 *
 * Nearly all readers ask for one name, so the last answer is remembered: reading it costs a part of a cached page.
 */
export function createKnowsHost(...ownUrls: string[]): KnowsHost {
  const own = new Set(ownUrls.map((url) => nameOf(new URL(url).host)));
  const isKnown = (name: string) => own.has(name) || isLoopbackName(name) || isIP(name) !== 0;
  let last: string | undefined;
  let isLastKnown = true;
  return (host) => {
    if (host !== last) {
      last = host;
      isLastKnown = host === undefined || isKnown(nameOf(host));
    }
    return isLastKnown;
  };
}

/** Two names in one request mean one thing to a proxy in front and another to us. */
export function hasTwoHosts({ rawHeaders }: IncomingMessage): boolean {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at];
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  return hosts > 1;
}

/** Refuses requests for another name with `unknown_host`, and such with two with `bad_request`. */
export function refuseUnknownHosts(app: FastifyInstance, knows: KnowsHost): void {
  app.addHook('onRequest', async (request) => {
    if (hasTwoHosts(request.raw)) throw new AppError('bad_request');
    if (!knows(request.headers.host) && !UNDER_ANY_NAME.has(request.routeOptions.url)) {
      throw new AppError('unknown_host');
    }
  });
}
