import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as readText } from 'node:stream/consumers';
import { z } from 'zod';
import { type Completion, completionBody, type Pace, streamCompletion } from './completion.ts';
import { controlPage } from './control-page.ts';
import { answerWithError, sendJson } from './error-responses.ts';
import { createRequestLog, type LoggedRequest, type RequestLog } from './logged-requests.ts';
import { createOutputs } from './outputs/output-for.ts';
import type { KnownSteps } from './outputs/step-outputs.ts';
import { drawPicture } from './picture.ts';
import { answerPicture } from './picture-response.ts';
import { FAULT_HEADER, type Fault, type FaultPlan, isFault, requestedFault } from './stub-faults.ts';

export interface StubOptions {
  /** 0 for any free port. */
  port?: number;
  /** Milliseconds between the words of a stream. */
  delay?: number;
  /** The number of words of a stream that are sent as one when there is no time between them; one if absent. */
  wordsAtOnce?: number;
  /** Chooses among the answers; derived from the prompt if null. */
  seed?: number | null;
  /** The steps whose prompts the stand-in knows; the shipped ones if absent. */
  steps?: KnownSteps | undefined;
  /** Called for each request when it has ended. */
  onEnd?: (entry: LoggedRequest) => void;
}

export interface AiStub {
  /** "http://127.0.0.1:4010". */
  readonly address: string;
  /** The value for OPENAI_BASE_URL. */
  readonly baseUrl: string;
  readonly log: RequestLog;
  /** Gives the next requests these faults, one plan after the other. */
  plan(fault: Fault, options?: Partial<Omit<FaultPlan, 'fault'>>): void;
  /** Answers the next chat requests with exactly this text, until it is set to null. */
  say(output: string | null): void;
  /** Clears plans, set texts, settings and the log. */
  reset(): void;
  setSeed(seed: number | null): void;
  /** Sets the delay, also of answers in progress. */
  setDelay(milliseconds: number): void;
  close(): Promise<void>;
}

const chatRequest = z.object({
  model: z.string(),
  messages: z.array(z.object({ role: z.string(), content: z.union([z.string(), z.array(z.unknown())]) })).min(1),
  stream: z.boolean().optional(),
  stream_options: z.object({ include_usage: z.boolean().optional() }).nullish(),
});
const pictureRequest = z.object({
  model: z.string().default('gpt-image-1'),
  prompt: z.string(),
  size: z.string().optional(),
});

/** Starts a stand-in for the AI provider that speaks OpenAI's HTTP API: chat (whole and streamed) and pictures. */
export async function startAiStub(options: StubOptions = {}): Promise<AiStub> {
  let seed = options.seed ?? null;
  let delay = options.delay ?? 0;
  let said: string | null = null;
  let plans: FaultPlan[] = [];
  let nextId = 1;
  const outputFor = createOutputs(options.steps);
  const log = createRequestLog(options.onEnd);

  const takeFault = (request: IncomingMessage, model: string): { fault: Fault | null; retryAfter: number } => {
    const header = request.headers[FAULT_HEADER];
    const asked = requestedFault(typeof header === 'string' ? header : undefined, model);
    if (asked) return { fault: asked, retryAfter: 1 };
    const [plan] = plans;
    if (!plan) return { fault: null, retryAfter: 0 };
    plan.times -= 1;
    if (plan.times <= 0) plans = plans.slice(1);
    return { fault: plan.fault, retryAfter: plan.retryAfter };
  };

  /** True if the fault has handled the request. */
  const goneWrong = (fault: Fault | null, entry: LoggedRequest, response: ServerResponse, retryAfter: number) => {
    const key = /^Bearer (.+)$/.exec(response.req.headers.authorization ?? '')?.[1] ?? '';
    if (fault === 'hang') return true;
    if (fault === 'reset') {
      log.end(entry, 'broken by us');
      response.destroy();
      return true;
    }
    return answerWithError(response, fault, { model: entry.model, key, retryAfter });
  };

  async function chat(request: IncomingMessage, response: ServerResponse, entry: LoggedRequest): Promise<void> {
    const asked = chatRequest.parse(JSON.parse(await readText(request)));
    const prompt = asked.messages.map(({ content }) => wordsOf(content)).join('\n');
    const pictures = asked.messages.reduce((sum, { content }) => sum + picturesIn(content), 0);
    const { fault, retryAfter } = takeFault(request, asked.model);
    const made = outputFor(prompt, seed);
    log.note(entry, { model: asked.model, fault, step: made.step, stream: asked.stream === true, prompt, pictures });
    if (goneWrong(fault, entry, response, retryAfter)) return;
    const completion = withFault(
      {
        model: `${asked.model}-stand-in`,
        output: said ?? made.output,
        finishReason: 'stop',
        promptTokens: Math.ceil(prompt.length / 4),
        hasUsage: true,
      },
      fault,
    );
    const id = `chatcmpl-stub-${nextId++}`;
    if (!asked.stream) {
      sendJson(response, 200, completionBody(id, completion));
      return;
    }
    const pace = paceOf(fault, { between: () => delay, atOnce: options.wordsAtOnce ?? 1 });
    const includeUsage = asked.stream_options?.include_usage === true;
    await streamCompletion(response, completion, { id, pace, includeUsage });
    if (pace.ending === 'cut') log.end(entry, 'broken by us');
  }

  async function picture(request: IncomingMessage, response: ServerResponse, entry: LoggedRequest): Promise<void> {
    const { model, prompt, size } = pictureRequest.parse(JSON.parse(await readText(request)));
    const { fault, retryAfter } = takeFault(request, model);
    log.note(entry, { model, fault, prompt });
    if (goneWrong(fault, entry, response, retryAfter)) return;
    sendJson(response, 200, await answerPicture({ prompt, size, fault, address }));
  }

  function control(fields: URLSearchParams): void {
    const fault = fields.get('fault') ?? '';
    const times = Number(fields.get('times') ?? 1);
    if (fault === '') plans = [];
    else if (isFault(fault)) plans = [...plans, { fault, times, retryAfter: Number(fields.get('retryAfter') ?? 1) }];
    const givenSeed = fields.get('seed');
    if (givenSeed !== null) seed = givenSeed === '' ? null : Number(givenSeed);
    const givenDelay = fields.get('delay');
    if (givenDelay !== null && givenDelay !== '') delay = Number(givenDelay);
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname: path, searchParams } = new URL(request.url ?? '/', 'http://stub');
    const method = request.method ?? 'GET';
    if (method === 'GET' && (path === '/' || path === '/control')) {
      const planned = plans.map((plan) => `${plan.fault} × ${plan.times}`).join(', ') || 'nothing';
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
      response.end(controlPage({ seed, delay, planned }, log.entries));
      return;
    }
    if (method === 'POST' && path === '/control') {
      control(new URLSearchParams(await readText(request)));
      response.writeHead(303, { location: '/control' });
      response.end();
      return;
    }
    if (method === 'GET' && path === '/log') {
      sendJson(response, 200, { requests: log.entries });
      return;
    }
    if (method === 'GET' && path === '/picture.png') {
      response.writeHead(200, { 'content-type': 'image/png' });
      response.end(await drawPicture(searchParams.get('prompt') ?? '', 1536, 1024));
      return;
    }
    const entry = log.add({ method, path });
    response.on('close', () => {
      entry.status = response.headersSent ? response.statusCode : 0;
      log.end(entry, response.writableFinished ? 'sent' : 'closed by client');
    });
    const api = path.replace(/^\/v1/, '');
    if (method === 'POST' && api === '/chat/completions') await chat(request, response, entry);
    else if (method === 'POST' && api === '/images/generations') await picture(request, response, entry);
    else if (method === 'GET' && api === '/models') sendJson(response, 200, { object: 'list', data: [] });
    else
      sendJson(response, 404, {
        error: { message: `Unknown request URL: ${method} ${path}`, type: 'invalid_request_error' },
      });
  }

  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      if (response.headersSent) response.destroy();
      else sendJson(response, 400, { error: { message: String(error), type: 'invalid_request_error' } });
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port ?? 0, '127.0.0.1', resolve);
  });
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  return {
    address,
    baseUrl: `${address}/v1`,
    log,
    plan(fault, { times = 1, retryAfter = 0 } = {}) {
      plans = [...plans, { fault, times, retryAfter }];
    },
    say(output) {
      said = output;
    },
    reset() {
      plans = [];
      said = null;
      seed = options.seed ?? null;
      delay = options.delay ?? 0;
      log.clear();
    },
    setSeed(value) {
      seed = value;
    },
    setDelay(milliseconds) {
      delay = milliseconds;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

const textPart = z.object({ type: z.literal('text'), text: z.string() });

type Content = z.output<typeof chatRequest>['messages'][number]['content'];

/** Returns the words of a message, whose content is one text or several parts. */
function wordsOf(content: Content): string {
  if (typeof content === 'string') return content;
  return content.map((each) => textPart.safeParse(each).data?.text ?? '').join('\n');
}

function picturesIn(content: Content): number {
  return typeof content === 'string' ? 0 : content.filter((each) => !textPart.safeParse(each).success).length;
}

/** A text that has done harm in other programs and must do none here. */
const HOSTILE_OUTPUT = `Title: A post with <script>alert(1)</script>

![x](http://tracker.example/pixel.gif) {{draftBlogs}} $& $1 $\` \u0000 \u2028 <img src=x onerror=alert(1)>`;

const PIXEL = 'data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAACAkQBADs=';
const TOOL_CALLS = [
  { index: 0, id: 'call_1', type: 'function', function: { name: 'delete_post', arguments: '{"id":1}' } },
];

function withFault(completion: Completion, fault: Fault | null): Completion {
  const half = completion.output.slice(0, Math.ceil(completion.output.length / 2));
  switch (fault) {
    case 'length':
      return { ...completion, output: half, finishReason: 'length' };
    case 'content-filter':
      return { ...completion, output: half.slice(0, 200), finishReason: 'content_filter' };
    case 'content-filter-empty':
      return { ...completion, output: '', finishReason: 'content_filter' };
    case 'refusal':
      return { ...completion, output: '', refusal: "I'm sorry, but I can't help with that." };
    case 'empty':
      return { ...completion, output: '' };
    case 'blank':
      return { ...completion, output: '  \n\n ' };
    case 'huge':
      return { ...completion, output: 'All work and no play makes a dull post. '.repeat(131_072) };
    case 'hostile':
      return { ...completion, output: HOSTILE_OUTPUT };
    case 'web-page':
      return { ...completion, output: '<!doctype html><html><body onload="alert(1)"><p>Sign in</p></body></html>' };
    case 'tool-call':
      return { ...completion, output: '', finishReason: 'tool_calls', delta: { tool_calls: TOOL_CALLS } };
    case 'tool-call-after-words':
      return { ...completion, output: half, finishReason: 'tool_calls', delta: { tool_calls: TOOL_CALLS } };
    case 'picture-part':
      return { ...completion, output: '', delta: { content: [{ type: 'image_url', image_url: { url: PIXEL } }] } };
    case 'picture-words':
      return { ...completion, output: `![](${PIXEL})` };
    case 'lying-usage':
      return { ...completion, usage: { prompt_tokens: 0, completion_tokens: 0, total_tokens: 1e12 } };
    case 'no-usage':
      return { ...completion, hasUsage: false };
    case 'unfinished':
      return { ...completion, output: half, finishReason: null };
    default:
      return completion;
  }
}

function paceOf(fault: Fault | null, ordinary: Pace): Pace {
  const { between } = ordinary;
  const midway = { between, stopAfter: 20 };
  switch (fault) {
    case 'slow':
      return { between: () => 500 };
    case 'cut':
      return { ...midway, ending: 'cut' };
    case 'cut-early':
      return { between, stopAfter: 0, ending: 'cut' };
    case 'hang-midway':
      return { ...midway, ending: 'hang' };
    case 'error-event':
      return { ...midway, ending: 'error' };
    case 'openrouter-midway':
      return { ...midway, ending: 'openrouter' };
    case 'garbage':
      return { ...midway, ending: 'garbage' };
    case 'wrong-shape':
      return { ...midway, ending: 'wrong-shape' };
    default:
      return ordinary;
  }
}
