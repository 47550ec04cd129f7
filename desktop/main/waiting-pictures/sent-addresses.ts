import { moveProvenance } from '#shared/content/provenance/carry.ts';
import type { ErrorBody } from '#shared/kernel/errors.ts';
import { isProvenance } from '#shared/kernel/provenance.ts';
import {
  PICTURE_IS_NOT_SENT,
  waitingPictureAddress,
  waitingPicturesIn,
  withSentPictures,
} from '#shared/kernel/waiting-picture.ts';
import type { JsonValue } from '#shared/workspace/json.ts';
import type { WaitingPicture } from './picture-file.ts';

/**
 * The decision about a body: it `goes`, unchanged or with new addresses; it `waits` for its pictures; or it is
 * `refused`.
 */
export type Outgoing =
  | { readonly kind: 'goes'; readonly body: string }
  | { readonly kind: 'waits' }
  | { readonly kind: 'refused'; readonly error: ErrorBody };

/**
 * Examines a JSON body that goes to the server. The server's addresses of pictures replace the local ones, and the body
 * waits while one of its pictures is not at the server.
 */
export function outgoingBody(text: string, find: (id: string) => WaitingPicture | null): Outgoing {
  const ids = waitingPicturesIn(text);
  if (ids.length === 0) return { kind: 'goes', body: text };
  const value = parsed(text);
  if (value === undefined) return { kind: 'goes', body: text };
  for (const id of ids) {
    const picture = find(id);
    const why = picture === null ? PICTURE_IS_NOT_SENT : picture.fault && refusedText(picture.name, picture.fault);
    if (why) return { kind: 'refused', error: errorAbout(value, id, why) };
  }
  // The drafts get the addresses first, so that the saved text equals theirs.
  if (ids.some((id) => !find(id)?.isPlaced)) return { kind: 'waits' };
  return { kind: 'goes', body: JSON.stringify(withAddresses(value, (id) => find(id)?.url ?? null)) };
}

const refusedText = (name: string, fault: string) =>
  `The server does not take the picture ${name === '' ? 'of this post' : `“${name}” of this post`}: ${fault} Put in another one, or remove it from the post.`;

function errorAbout(value: JsonValue, id: string, message: string): ErrorBody {
  const body = typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {};
  const isFeatured = Object.entries(body).some(
    ([name, said]) => name === 'featuredImage' && said === waitingPictureAddress(id),
  );
  return { code: 'invalid_input', message, issues: [{ path: isFeatured ? 'featuredImage' : 'content', message }] };
}

/**
 * Returns a value with the known addresses put in. If the content of a post comes with its provenance, the provenance
 * is moved along.
 */
function withAddresses(value: JsonValue, known: (id: string) => string | null): JsonValue {
  if (typeof value === 'string') return withSentPictures(value, known);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((each) => withAddresses(each, known));
  const body = value as { readonly [name: string]: JsonValue };
  const changed = Object.fromEntries(Object.entries(body).map(([name, each]) => [name, withAddresses(each, known)]));
  const { content, provenance } = body;
  if (typeof content !== 'string' || !isProvenance(provenance)) return changed;
  const moved = moveProvenance(content, withSentPictures(content, known), provenance);
  return { ...changed, provenance: JSON.parse(JSON.stringify(moved)) as JsonValue };
}

function parsed(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return undefined;
  }
}
