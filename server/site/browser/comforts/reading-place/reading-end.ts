import type { countReadToEnd } from '#shared/contract/posts.ts';
import { BODY_ID } from '../../../element-ids.ts';
import { counted, type ReadThing } from '../../enhancer/count-view.ts';
import { writerOrigin } from '../../enhancer/writer-origin.ts';

const CALL: (typeof countReadToEnd)['path'] = '/api/posts/:id/end';
const reported = new Set<ReadThing>();

/** Tells the server, once, that the end of the post shown has come into sight; only of a reading that was counted. */
export function noteEnd(): void {
  const text = document.getElementById(BODY_ID)?.getBoundingClientRect();
  if (
    counted === false ||
    !counted.startsWith('posts/') ||
    reported.has(counted) ||
    !text ||
    text.bottom > innerHeight + 1
  )
    return;
  reported.add(counted);
  // A reading whose end does not arrive is one whose end is not known.
  fetch(writerOrigin() + CALL.replace('posts/:id', counted), { method: 'POST', keepalive: true }).catch(() => {});
}
