import { ApiError } from '#shared/api-client/api-error.ts';
import type { ApiClient } from '#shared/api-client/client.ts';
import { chat } from '#shared/contract/ai.ts';
import type { RunEffect, RunEvent, TokenUse } from '#shared/workflow/run-states.ts';

type Call = Extract<RunEffect, { type: 'call' }>;

/** Requests a step and reports what happens to it, until it ends or `signal` is aborted. */
export async function listen(
  client: ApiClient,
  { key, step, prompt }: Call,
  { runId, signal, tell }: { runId: string; signal: AbortSignal; tell: (event: RunEvent) => void },
): Promise<void> {
  let output = '';
  let usage: TokenUse | null = null;
  const say = (event: RunEvent) => {
    if (!signal.aborted) tell(event);
  };
  try {
    const headers = { 'idempotency-key': key };
    for await (const event of client.events(chat, { body: { prompt, runId, stepId: step }, headers, signal })) {
      if (event.event === 'delta') {
        output += event.data.text;
        say({ type: 'progress', key, output });
      } else if (event.event === 'usage') {
        usage = event.data;
      } else if (event.event === 'done') {
        say({ type: 'answered', key, output, usage, model: event.data.model, finishReason: event.data.finishReason });
        return;
      } else if (event.event === 'error') {
        const { code, message } = event.data;
        say({ type: 'refused', key, fault: { code, message } });
        return;
      }
    }
    say({ type: 'no-answer', key });
  } catch (error) {
    if (!(error instanceof ApiError)) say({ type: 'no-answer', key });
    else if (error.status === 401) say({ type: 'unauthorized', key });
    else say({ type: 'refused', key, fault: { code: error.code ?? 'unknown', message: error.detail } });
  }
}
