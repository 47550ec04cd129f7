import type { ServerResponse } from 'node:http';

/** The answer to a chat request. */
export interface Completion {
  model: string;
  output: string;
  /** The text of a refusal, which has a field of its own. */
  refusal?: string;
  /** If null, the stream ends without a finish reason. */
  finishReason: string | null;
  promptTokens: number;
  hasUsage: boolean;
  /** The reported token counts, correct or not; counted if absent. */
  usage?: { prompt_tokens: number; completion_tokens: number; total_tokens: number };
  /** A part of the message that is sent as it is, instead of words. */
  delta?: object;
}

/** How a stream is sent. After `stopAfter` pieces it ends as `ending` says. */
export interface Pace {
  /** The milliseconds between two pieces, asked for at each piece. */
  between: () => number;
  /** The number of pieces that are sent as one when there is no time between them; one if absent. */
  atOnce?: number;
  stopAfter?: number;
  ending?: 'cut' | 'hang' | 'error' | 'garbage' | 'wrong-shape' | 'openrouter';
}

/** Characters of a piece, about one word. */
const PIECE = /\S+\s*|\s+/g;
/** The number of characters from which on an answer is not sent word by word, because that would be too many pieces. */
const MANY_WORDS = 200_000;
const BIG_PIECE = 16_384;

const tokensOf = (text: string) => Math.ceil(text.length / 4);

function usageOf({ output, refusal = '', promptTokens, usage }: Completion) {
  if (usage) return usage;
  const completion = tokensOf(output + refusal);
  return { prompt_tokens: promptTokens, completion_tokens: completion, total_tokens: promptTokens + completion };
}

/** Returns the whole answer as one JSON body. */
export function completionBody(id: string, completion: Completion): object {
  const { model, output, refusal = null, finishReason, hasUsage } = completion;
  return {
    id,
    object: 'chat.completion',
    created: Math.floor(Date.now() / 1000),
    model,
    choices: [{ index: 0, message: { role: 'assistant', content: output, refusal }, finish_reason: finishReason }],
    ...(hasUsage ? { usage: usageOf(completion) } : {}),
  };
}

/** Streams the answer in chunks, as OpenAI sends it. Resolves when everything is sent or the client is gone. */
export async function streamCompletion(
  response: ServerResponse,
  completion: Completion,
  { id, pace, includeUsage }: { id: string; pace: Pace; includeUsage: boolean },
): Promise<void> {
  const { model, output, refusal, finishReason, hasUsage } = completion;
  const base = { id, object: 'chat.completion.chunk', created: Math.floor(Date.now() / 1000), model };
  const send = (delta: object, finish: string | null = null) =>
    write(response, { ...base, choices: [{ index: 0, delta, finish_reason: finish }] });

  response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-cache' });
  response.flushHeaders();
  await send({ role: 'assistant', content: '' });
  const pieces = output.length > MANY_WORDS ? slices(output) : (output.match(PIECE) ?? []);
  const last = Math.min(pieces.length, pace.stopAfter ?? Number.POSITIVE_INFINITY);
  for (let sent = 0; sent < last; ) {
    if (response.destroyed) return;
    const many = pace.between() > 0 ? 1 : (pace.atOnce ?? 1);
    await send({ content: pieces.slice(sent, Math.min(sent + many, last)).join('') });
    sent += many;
    const between = pace.between();
    if (between > 0) await pause(between);
  }
  if (completion.delta) await send(completion.delta);
  if (pace.ending !== undefined) return goWrong(response, pace.ending);
  if (refusal !== undefined) await send({ refusal });
  if (finishReason !== null) await send({}, finishReason);
  if (hasUsage && includeUsage) await write(response, { ...base, choices: [], usage: usageOf(completion) });
  if (finishReason !== null && !response.destroyed) response.write('data: [DONE]\n\n');
  response.end();
}

async function goWrong(response: ServerResponse, how: NonNullable<Pace['ending']>): Promise<void> {
  if (how === 'hang') return;
  if (how === 'cut') {
    // The written data must reach the client before the connection breaks.
    await pause(20);
    response.destroy();
    return;
  }
  if (how === 'garbage') response.write('data: {"choices":[{"delta":{"content":"half a li\n\n');
  if (how === 'wrong-shape') response.write('data: {"choices":"none","usage":[1,2]}\n\n');
  if (how === 'error') {
    response.write('data: {"error":{"message":"The server had an error","type":"server_error","code":null}}\n\n');
  }
  if (how === 'openrouter') {
    await write(response, {
      provider: 'Acme',
      error: { code: 502, message: 'Provider disconnected unexpectedly' },
      choices: [{ index: 0, delta: { content: '' }, finish_reason: 'error' }],
    });
  }
  response.end('data: [DONE]\n\n');
}

function slices(text: string): string[] {
  const parts: string[] = [];
  for (let at = 0; at < text.length; at += BIG_PIECE) parts.push(text.slice(at, at + BIG_PIECE));
  return parts;
}

/** Writes a chunk, and waits if the client reads more slowly than we write. */
async function write(response: ServerResponse, chunk: object): Promise<void> {
  if (response.destroyed || response.write(`data: ${JSON.stringify(chunk)}\n\n`)) return;
  await new Promise<void>((resolve) => {
    const go = () => {
      response.off('drain', go);
      response.off('close', go);
      resolve();
    };
    response.on('drain', go);
    response.on('close', go);
  });
}

export function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds).unref();
  });
}
