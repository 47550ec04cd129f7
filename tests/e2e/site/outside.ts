import type { Route } from 'playwright/test';

interface StandIn {
  contentType: string;
  body: string | Buffer;
}

/** A grey dot. */
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg==',
  'base64',
);

const standIns: Record<string, StandIn> = {
  image: { contentType: 'image/png', body: PICTURE },
  script: { contentType: 'text/javascript', body: '' },
  document: { contentType: 'text/html', body: '<!doctype html><title>Elsewhere</title>' },
};

/**
 * Returns what every other site answers, by the kind of the request: a picture, an empty script or page; otherwise
 * nothing.
 */
export function standInFor(kind: string): StandIn | undefined {
  return standIns[kind];
}

/** Stands in for every other site. */
export async function answerFromOutside(route: Route): Promise<void> {
  const answer = standInFor(route.request().resourceType());
  if (answer) await route.fulfill(answer);
  else await route.abort();
}
