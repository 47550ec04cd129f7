import { request as ask, createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as readText } from 'node:stream/consumers';
import { chat } from '#shared/contract/ai.ts';
import { DEFAULT_PROMPTS } from '#shared/workflow/prompts/default-prompts.ts';
import { type BuiltServer, startBuiltServer } from '#tests/ai-stub/built-server.ts';
import { startAiStub } from '#tests/ai-stub/stub-server.ts';
import { type Check, figure, type PartResult, table } from '../report.ts';
import { percentile } from '../statistics.ts';

const BUDGET = 50;
/** The milliseconds between the provider's words. */
const BETWEEN = 15;
const CALLS = 200;
/** The number of calls before the measured ones, so that the code is compiled. */
const WARM_UP = 20;
/** The number of words of an answer that are waited for; then the caller disconnects, which ends the call. */
const WORDS = 10;

/** Measures from the provider's first word to the reader's (budget: within 50 ms), through the built server. */
export async function measureAi(): Promise<PartResult> {
  const stub = await startAiStub({ delay: BETWEEN });
  const provider = await watchedProvider(stub.address);
  try {
    const server = await startBuiltServer(`${provider.address}/v1`);
    try {
      const checks: Check[] = [];
      const rows: string[][] = [];
      await lagsOf(server, provider, WARM_UP, 1);
      for (const [what, atOnce, isBudgeted] of [
        ['one answer at a time', 1, true],
        ['8 answers at the same time', 8, false],
      ] as const) {
        process.stderr.write(`  ${what}\n`);
        const lags = await lagsOf(server, provider, CALLS, atOnce);
        const slow = percentile(lags, 0.95);
        rows.push([
          what,
          figure(lags.length),
          ...[percentile(lags, 0.5), slow, Math.max(...lags)].map((lag) => figure(lag, 1)),
        ]);
        if (!isBudgeted) continue;
        checks.push({
          what: 'the first word of an answer, behind the provider',
          budget: `p95 < ${BUDGET} ms`,
          measured: `${figure(slow, 1)} ms`,
          isMet: slow < BUDGET,
        });
      }
      return {
        checks,
        details: `${table(['answers', 'times', 'median ms', 'p95 ms', 'slowest ms'], rows)}

From the moment the provider's first word is written to its socket until a reader of \`POST /api/ai/chat\` (events) has it.
Step 1's prompt, the stand-in provider with ${BETWEEN} ms between words; provider and reader share a process, so one clock, and its
waits are in the figures.`,
      };
    } finally {
      await server.remove();
    }
  } finally {
    await provider.close();
    await stub.close();
  }
}

interface WatchedProvider {
  address: string;
  /** Returns when the first word of the answer to a prompt with this mark was sent, by `performance.now()`. */
  wordAt(mark: string): number;
  close(): Promise<void>;
}

/** Passes requests on to the stand-in and records when it begins to answer. */
async function watchedProvider(target: string): Promise<WatchedProvider> {
  const times = new Map<string, number>();
  const server: Server = createServer(async (incoming, outgoing) => {
    const { method, headers, url = '/' } = incoming;
    const body = await readText(incoming);
    const mark = markIn(body);
    const passed = ask(new URL(url, target), { method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.on('data', (chunk: Buffer) => {
        if (!times.has(mark) && /"content":"[^"]/.test(chunk.toString())) times.set(mark, performance.now());
        outgoing.write(chunk);
      });
      answer.on('end', () => outgoing.end());
      answer.on('error', () => outgoing.destroy());
    });
    passed.on('error', () => outgoing.destroy());
    outgoing.on('close', () => passed.destroy());
    passed.end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    wordAt(mark) {
      const time = times.get(mark);
      if (time === undefined) throw new Error(`The provider has not answered ${mark}`);
      return time;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

let marks = 0;
const nextMark = () => `(measured as ${++marks})`;
const markIn = (text: string) => /\(measured as \d+\)/.exec(text)?.[0] ?? '';

async function lagsOf(
  server: BuiltServer,
  provider: WatchedProvider,
  count: number,
  atOnce: number,
): Promise<number[]> {
  const lags: number[] = [];
  const callOneByOne = async () => {
    while (lags.length < count) lags.push(await lagOf(server, provider));
  };
  await Promise.all(Array.from({ length: atOnce }, callOneByOne));
  return lags.slice(0, count);
}

async function lagOf(server: BuiltServer, provider: WatchedProvider): Promise<number> {
  const mark = nextMark();
  let came: number | null = null;
  let text = '';
  // Without a key the call ends when its caller disconnects.
  for await (const event of server.client.events(chat, {
    body: { prompt: `${DEFAULT_PROMPTS['buyer-avatar']}\n\n${mark}` },
  })) {
    if (event.event === 'error') throw new Error(event.data.message);
    if (event.event !== 'delta') continue;
    came ??= performance.now();
    text += event.data.text;
    if (text.split(/\s+/).length > WORDS) break;
  }
  if (came === null) throw new Error('The answer has no word');
  return came - provider.wordAt(mark);
}
