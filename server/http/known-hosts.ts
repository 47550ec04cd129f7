import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { getHealth, getMetrics, getReadiness } from '#shared/contract/meta.ts';
import { AppError } from '#shared/kernel/errors.ts';

/** The routes that a load balancer or a scraper requests under any name; the metrics have a rule of their own. */
const UNDER_ANY_NAME: ReadonlySet<string | undefined> = new Set([getHealth.path, getReadiness.path, getMetrics.path]);

/** The name in a Host header, without its port; an IPv6 address without its brackets. */
function nameOf(host: string): string {
  const [, bracketed, plain = ''] = /^(?:\[([^\]]*)\]|([^:]*))(?::\d*)?$/.exec(host) ?? [];
  return (bracketed ?? plain).toLowerCase().replace(/\.$/, '');
}

function isLoopbackName(name: string): boolean {
  return name === 'localhost' || name.endsWith('.localhost') || name === '::1' || /^127(\.\d+){3}$/.test(name);
}

/** Whether a Host header is a name by which this machine refers to itself. */
export function isLoopbackHost(host: string | undefined): boolean {
  return host !== undefined && isLoopbackName(nameOf(host));
}

/** Whether the server answers under the name in a Host header; a request without the header names no other host. */
export type KnowsHost = (host: string | undefined) => boolean;

/**
 * A page of another site can make its own name resolve to this machine (DNS rebinding); for the browser it is then a
 * page of this server, but the name in its Host header stays the other one. So the server answers under the site's
 * names, this machine's own names, and IP addresses: an IP address cannot be made to resolve elsewhere, and people use
 * addresses in a local network.
 *
 * Nearly all readers request one name, so the last answer is cached: checking it takes a part of the cost of a cached
 * page.
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

/** Two names in one request may mean one thing to a proxy in front and another to this server. */
export function hasTwoHosts({ rawHeaders }: IncomingMessage): boolean {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at];
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  return hosts > 1;
}

/** Refuses requests for another name with `unknown_host`, and requests with two names with `bad_request`. */
export function refuseUnknownHosts(app: FastifyInstance, knows: KnowsHost): void {
  app.addHook('onRequest', async (request) => {
    if (hasTwoHosts(request.raw)) throw new AppError('bad_request');
    if (!knows(request.headers.host) && !UNDER_ANY_NAME.has(request.routeOptions.url)) {
      throw new AppError('unknown_host');
    }
  });
}
