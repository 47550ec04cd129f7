import { ResponseError } from '#shared/api-client/call-errors.ts';

/** What an edge says in the server's place (`deploy/`). It is no code of ours: to a program no answer has come. */
export const ORIGIN_AWAY = 'origin_away';

/** Whether an edge has answered a call in the server's place: it has no answers of the API, but it may have the page. */
export function isOriginAway(error: unknown): boolean {
  return error instanceof ResponseError && error.status === 503 && error.message.includes(`"${ORIGIN_AWAY}"`);
}
