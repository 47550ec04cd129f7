import type { ServerResponse } from 'node:http';
import type { Fault } from './stub-faults.ts';

interface ErrorAnswer {
  status: number;
  message: string;
  type: string;
  code: string | null;
}

/** Refusals with the texts and shapes that OpenAI uses for them. */
const answers: Partial<Record<Fault, (request: { model: string; key: string }) => ErrorAnswer>> = {
  'rate-limit': ({ model }) => ({
    status: 429,
    message: `Rate limit reached for ${model} on requests per min. Please try again shortly.`,
    type: 'requests',
    code: 'rate_limit_exceeded',
  }),
  quota: () => ({
    status: 429,
    message: 'You exceeded your current quota, please check your plan and billing details.',
    type: 'insufficient_quota',
    code: 'insufficient_quota',
  }),
  unavailable: () => ({
    status: 503,
    message: 'The engine is currently overloaded, please try again later.',
    type: 'server_error',
    code: null,
  }),
  unauthorized: ({ key }) => ({
    status: 401,
    message: `Incorrect API key provided: ${key}. You can find your API key at https://platform.openai.com/account/api-keys.`,
    type: 'invalid_request_error',
    code: 'invalid_api_key',
  }),
  forbidden: ({ model, key }) => ({
    status: 403,
    message: `Your organization has no access to ${model} yet (key ${key}); access may still be activating.`,
    type: 'invalid_request_error',
    code: null,
  }),
  'no-model': ({ model }) => ({
    status: 404,
    message: `The model \`${model}\` does not exist or you do not have access to it.`,
    type: 'invalid_request_error',
    code: 'model_not_found',
  }),
  'context-length': () => ({
    status: 400,
    message:
      "This model's maximum context length is 128000 tokens. However, your messages resulted in 131072 tokens. Please reduce the length of the messages.",
    type: 'invalid_request_error',
    code: 'context_length_exceeded',
  }),
  'content-policy': () => ({
    status: 400,
    message: 'Your request was rejected as a result of our safety system.',
    type: 'invalid_request_error',
    code: 'content_policy_violation',
  }),
};

interface ForeignRequest {
  model: string;
  retryAfter: number;
}
interface ForeignAnswer {
  status: number;
  body: object;
}

/** Errors of other programs that speak the same API, in their own shapes. */
const foreign: Partial<Record<Fault, (request: ForeignRequest) => ForeignAnswer>> = {
  'ollama-no-model': ({ model }) => ({
    status: 404,
    body: {
      error: {
        message: `model "${model}" not found, try pulling it first`,
        type: 'not_found_error',
        param: null,
        code: null,
      },
    },
  }),
  'ollama-memory': () => ({
    status: 500,
    body: { error: 'model requires more system memory (8.4 GiB) than is available (5.9 GiB)' },
  }),
  'anthropic-key': () => anthropic(401, 'authentication_error', 'invalid x-api-key'),
  'anthropic-credit': () =>
    anthropic(
      400,
      'invalid_request_error',
      'Your credit balance is too low to access the Anthropic API. Please go to Plans & Billing to upgrade or purchase credits.',
    ),
  'anthropic-overloaded': () => anthropic(529, 'overloaded_error', 'Overloaded'),
  'anthropic-long': () => anthropic(400, 'invalid_request_error', 'prompt is too long: 208512 tokens > 200000 maximum'),
  'anthropic-no-model': ({ model }) => anthropic(404, 'not_found_error', `model: ${model}`),
  'google-key': () =>
    google(400, 'INVALID_ARGUMENT', 'API key not valid. Please pass a valid API key.', [
      {
        '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
        reason: 'API_KEY_INVALID',
        domain: 'googleapis.com',
        metadata: { service: 'generativelanguage.googleapis.com' },
      },
    ]),
  'google-minute': ({ model, retryAfter }) =>
    google(
      429,
      'RESOURCE_EXHAUSTED',
      `${GOOGLE_QUOTA} limit: 10, model: ${model}\nPlease retry in ${retryAfter}.374s.`,
      [
        {
          '@type': 'type.googleapis.com/google.rpc.QuotaFailure',
          violations: [{ quotaId: 'GenerateRequestsPerMinutePerProjectPerModel-FreeTier', quotaValue: '10' }],
        },
        { '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: `${retryAfter}s` },
      ],
    ),
  'google-quota': () => google(429, 'RESOURCE_EXHAUSTED', GOOGLE_QUOTA),
  'google-no-model': ({ model }) =>
    google(
      404,
      'NOT_FOUND',
      `models/${model} is not found for API version v1main, or is not supported for generateContent. Call ListModels to see the list of available models and their supported methods.`,
    ),
  'openrouter-credits': () => ({
    status: 402,
    body: {
      error: { code: 402, message: 'Insufficient credits. Add more using https://openrouter.ai/settings/credits' },
      user_id: 'user_standin',
    },
  }),
  'openrouter-upstream': ({ model }) =>
    openRouter(429, `${model} is temporarily rate-limited upstream. Please retry shortly.`),
  'openrouter-long': () =>
    openRouter(
      400,
      JSON.stringify({ error: { message: "This model's maximum context length is 128000 tokens.", code: 400 } }),
    ),
  'openrouter-moderated': ({ model }) => ({
    status: 403,
    body: {
      error: {
        code: 403,
        message: `${model} requires moderation on OpenAI. Your input was flagged for "violence".`,
        metadata: { reasons: ['violence'], flagged_input: 'a prompt', provider_name: 'OpenAI' },
      },
    },
  }),
  'openrouter-in-200': () => ({ status: 200, body: { error: { code: 502, message: 'Upstream error from Acme' } } }),
};

const GOOGLE_QUOTA =
  'You exceeded your current quota, please check your plan and billing details. For more information on this error, head to: https://ai.google.dev/gemini-api/docs/rate-limits.\n* Quota exceeded for metric: generativelanguage.googleapis.com/generate_content_free_tier_requests,';

/** Google's OpenAI-compatible address answers with a list that contains the error. */
function google(code: number, status: string, message: string, details?: object[]): ForeignAnswer {
  return { status: code, body: [{ error: { code, message, status, ...(details && { details }) } }] };
}

/** `raw` is the answer of the provider that OpenRouter has asked. */
function openRouter(code: number, raw: string): ForeignAnswer {
  const metadata = { raw, provider_name: 'Acme' };
  return { status: code, body: { error: { code, message: 'Provider returned error', metadata }, user_id: 'user_1' } };
}

function anthropic(status: number, type: string, message: string): ForeignAnswer {
  return { status, body: { type: 'error', error: { type, message }, request_id: 'req_011CStandIn' } };
}

/** Answers with an error if the fault is one; returns false otherwise. */
export function answerWithError(
  response: ServerResponse,
  fault: Fault | null,
  { model, key, retryAfter }: { model: string; key: string; retryAfter: number },
): boolean {
  if (fault === 'server-error') {
    response.writeHead(500, { 'content-type': 'text/html' });
    response.end('<html><body><h1>500 Internal Server Error</h1><p>nginx</p></body></html>');
    return true;
  }
  if (fault === 'wrong-type') {
    response.writeHead(200, { 'content-type': 'text/html' });
    response.end('<!doctype html><title>Captive portal</title><p>Please accept our terms.</p>');
    return true;
  }
  if (fault === 'redirect') {
    response.writeHead(302, { location: '/elsewhere' });
    response.end();
    return true;
  }
  const strange = fault === null ? undefined : foreign[fault]?.({ model, retryAfter });
  if (strange) {
    sendJson(response, strange.status, strange.body, strange.status === 529 ? retryAfter : null);
    return true;
  }
  const made = fault === null ? undefined : answers[fault]?.({ model, key });
  if (!made) return false;
  const { status, ...error } = made;
  sendJson(
    response,
    status,
    { error: { ...error, param: null } },
    status === 429 || status === 503 ? retryAfter : null,
  );
  return true;
}

export function sendJson(
  response: ServerResponse,
  status: number,
  body: object,
  retryAfter: number | null = null,
): void {
  response.writeHead(status, {
    'content-type': 'application/json',
    ...(retryAfter === null ? {} : { 'retry-after': String(retryAfter) }),
  });
  response.end(JSON.stringify(body));
}
