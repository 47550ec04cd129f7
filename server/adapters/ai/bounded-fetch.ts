import { ProviderError } from './provider.ts';

/**
 * The platform's fetch for a provider: no redirect is followed (the key would go along to wherever it points), and an
 * answer of more than `maxBytes` ends the connection. Nothing is asked for compressed: Node's fetch ends the whole process
 * where a connection closes while its answer still waits to be unpacked (nodejs/undici#5360).
 */
export function boundedFetch(maxBytes: number): typeof fetch {
  return async (input, init) => {
    const headers = new Headers(init?.headers);
    headers.set('accept-encoding', 'identity');
    const response = await fetch(input, { ...init, headers, redirect: 'error' });
    if (!response.body) return response;
    let bytes = 0;
    const counted = response.body.pipeThrough(
      new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
        transform(chunk, controller) {
          bytes += chunk.byteLength;
          if (bytes <= maxBytes) controller.enqueue(chunk);
          else
            controller.error(new ProviderError('ai_provider_failed', 'The answer of the AI provider was too large.'));
        },
      }),
    );
    const { status, statusText } = response;
    return new Response(counted, { status, statusText, headers: response.headers });
  };
}
