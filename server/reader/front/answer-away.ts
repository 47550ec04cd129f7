import type { IncomingMessage, ServerResponse } from 'node:http';
import { errorRegistry } from '#shared/kernel/errors.ts';

/**
 * The code that a reader instance answers with in the writer's place. Like an edge's `origin_away` it is in no
 * contract: a program must treat it as no answer, and the call it made may have been carried out (decision 45).
 */
const WRITER_AWAY = 'writer_away';

interface Notice {
  title: string;
  text: string;
  code: string;
  /** The seconds after which a client should try again. */
  retryAfter: number;
}

/** The notice that the writer cannot be reached. */
export const writerAway: Notice = {
  title: 'Not just now',
  text: 'This part of the site cannot be reached just now. Nothing was lost: try again in a minute.',
  code: WRITER_AWAY,
  retryAfter: 10,
};

/** The notice that nothing is published yet, or that no publication has arrived here. */
export const notReady: Notice = {
  title: 'In a moment',
  text: 'This site is being made ready. Try again in a moment.',
  code: 'reader_not_ready',
  retryAfter: 3,
};

/** The notice that this process receives more requests than it can answer. */
export const busy: Notice = {
  title: 'Busy',
  text: errorRegistry.overloaded.message,
  code: 'overloaded',
  retryAfter: 5,
};

const STYLE = 'body{font:1.125rem/1.6 Georgia,serif;max-width:34rem;margin:20vh auto;padding:0 1.5rem}';

/** Answers 503: with a page to a client that accepts one, else with JSON. */
export function answerNotice(request: IncomingMessage, response: ServerResponse, notice: Notice): void {
  if (response.headersSent || response.destroyed) return;
  const { title, text, code, retryAfter } = notice;
  const wantsPage = request.headers.accept?.includes('text/html') ?? false;
  const body = wantsPage
    ? `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${title}</title><style>${STYLE}</style></head><body><h1>${title}</h1><p>${text}</p><p><a href="">Try again</a></p></body></html>`
    : JSON.stringify({ code, message: text });
  response.writeHead(503, {
    'content-type': wantsPage ? 'text/html; charset=utf-8' : 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    'cache-control': 'no-store',
    'retry-after': String(retryAfter),
    'x-content-type-options': 'nosniff',
    'content-security-policy': `default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'`,
    // The rest of a body that nobody reads would be taken for the next request.
    ...(!request.complete && mayHaveBody(request) && { connection: 'close' }),
  });
  response.end(request.method === 'HEAD' ? undefined : body);
}

const mayHaveBody = ({ headers }: IncomingMessage) =>
  headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;
