import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import fc from 'fast-check';
import { createOpenAiProvider } from '#server/adapters/ai/openai-provider.ts';
import { ProviderError } from '#server/adapters/ai/provider.ts';
import { createRedactor } from '#server/adapters/ai/redact.ts';
import { readEvents } from '#shared/api-client/read-event-stream.ts';
import { asTarget, type FuzzTarget, must } from '../fuzz-target.ts';
import { mutatedTexts } from '../mutations.ts';

const KEY = 'sk-fuzz-0123456789abcdef';
const chunk = (fields: object) =>
  `data: ${JSON.stringify({ id: '1', object: 'chat.completion.chunk', model: 'm', ...fields })}\n\n`;
const SAMPLES = [
  `${chunk({ choices: [{ delta: { content: 'Tea' } }] })}${chunk({ choices: [{ delta: { content: ' is' }, finish_reason: 'stop' }] })}` +
    `${chunk({ choices: [], usage: { prompt_tokens: 3, completion_tokens: 2, cost: 0.1 } })}data: [DONE]\n\n`,
  `: a comment\n\nevent: error\ndata: {"error":{"message":"no","code":"x"}}\n\n${chunk({ choices: [{ delta: { refusal: 'No.' } }] })}`,
  `data: {"choices":\ndata: [{"delta":{"content":"two lines"}}]}\n\ndata: [DONE]\n\n`,
];
const WORDS = [
  ...[
    'data: ',
    'data:',
    'event: error\n',
    'id: ',
    'retry: 1\n',
    '\n\n',
    '\r\n',
    '\r',
    ': ',
    '[DONE]',
    '{',
    '}',
    '[',
    ']',
    '"',
    '\\u0000',
    '\\ud83d',
  ],
  ...[
    '"choices":null',
    '"delta":{"content":',
    '"usage":{"prompt_tokens":-1}',
    '"completion_tokens":1e309',
    '"__proto__":{}',
    'null',
    '1e999',
  ],
  ...['{"error":{"message":"', KEY, '<html>', 'é', '😀', '\ufeff'],
];

interface Streamed {
  text: string;
  /** The places where the bytes are cut into pieces, in thousandths. */
  cuts: number[];
}

const streams: fc.Arbitrary<Streamed> = fc.record({
  text: mutatedTexts(SAMPLES, WORDS),
  cuts: fc.array(fc.nat(1000), { maxLength: 6 }),
});

function piecesOf({ text, cuts }: Streamed): Uint8Array[] {
  const bytes = new TextEncoder().encode(text);
  const places = [0, ...cuts.map((cut) => Math.floor((cut / 1000) * bytes.length)).sort((a, b) => a - b), bytes.length];
  return places.slice(1).map((end, index) => bytes.slice(places[index], end));
}

async function eventsOf(pieces: readonly Uint8Array[]): Promise<string> {
  const events: unknown[] = [];
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const piece of pieces) controller.enqueue(piece);
      controller.close();
    },
  });
  for await (const event of readEvents(body)) events.push(event);
  return JSON.stringify(events);
}

/** Events of our own server, as the admin reads them. */
export function eventsTarget(): FuzzTarget {
  return asTarget<Streamed>({
    name: 'event streams',
    cost: 1,
    inputs: streams,
    async parse(streamed) {
      const whole = await eventsOf([new TextEncoder().encode(streamed.text)]);
      must((await eventsOf(piecesOf(streamed))) === whole, 'other events when the bytes come in pieces');
      must(whole.length <= 200 + 8 * streamed.text.length, `${whole.length} characters of events`);
      return whole !== '[]';
    },
  });
}

/** Answers of an AI provider: its stream, its list of models and its pictures, over a real connection. */
export async function providerTarget(): Promise<FuzzTarget> {
  let answer: Streamed = { text: '', cuts: [] };
  let type = 'text/event-stream';
  const server = createServer((request, response) => {
    request.resume();
    response.writeHead(200, { 'content-type': type });
    for (const piece of piecesOf(answer)) response.write(piece);
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  const redact = createRedactor({ apiKey: KEY, baseUrl });
  const provider = createOpenAiProvider({ apiKey: KEY, baseUrl, textModel: 'm', imageModel: 'i', redact });
  const signal = new AbortController().signal;

  const chat = async () => {
    let length = 0;
    for await (const piece of provider.chat({ prompt: 'Tea?', maxTokens: 9, signal })) {
      if (piece.kind === 'text' || piece.kind === 'refusal') length += piece.text.length;
      if (piece.kind === 'usage') {
        const { promptTokens, completionTokens, costUsd = 0 } = piece.usage;
        must(promptTokens >= 0 && completionTokens >= 0 && costUsd >= 0 && costUsd <= 1000, 'a bill nobody believes');
      }
    }
    must(length <= answer.text.length, 'more text than was sent');
  };
  return asTarget<{ streamed: Streamed; asks: 'chat' | 'models' }>({
    name: 'answers of an AI provider',
    cost: 12,
    inputs: fc.record({ streamed: streams, asks: fc.constantFrom('chat', 'chat', 'chat', 'models') }),
    async parse({ streamed, asks }) {
      answer = streamed;
      type = asks === 'chat' ? 'text/event-stream' : 'application/json';
      try {
        if (asks === 'chat') await chat();
        else must((await provider.models({ signal })).length <= 500, 'too many models');
        return true;
      } catch (error) {
        if (!(error instanceof ProviderError)) throw error;
        must(!error.message.includes(KEY) && !error.message.includes(baseUrl), `the key is in ${error.message}`);
        return false;
      }
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  });
}
