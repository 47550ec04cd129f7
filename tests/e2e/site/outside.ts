import type { Route } from 'playwright/test';

/** A grey dot. */
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg==',
  'base64',
);

/** Stands in for every other site: a picture, an empty script or an empty page, by what is asked for. */
export async function answerFromOutside(route: Route): Promise<void> {
  const kind = route.request().resourceType();
  if (kind === 'image') await route.fulfill({ contentType: 'image/png', body: PICTURE });
  else if (kind === 'script') await route.fulfill({ contentType: 'text/javascript', body: '' });
  else if (kind === 'document')
    await route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>Elsewhere</title>' });
  else await route.abort();
}
