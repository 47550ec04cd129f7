/** One event of a "text/event-stream": its name ("message" where it has none) and its data, lines joined by "\n". */
interface StreamEvent {
  event: string;
  data: string;
}

/**
 * Returns a function that takes the text of an event stream in pieces, cut anywhere, and returns the complete events
 * (WHATWG HTML §9.2.6). Comment lines, `id`, `retry` and unknown fields are ignored; an event that is incomplete at the
 * end of the stream is dropped, as the standard says.
 */
export function createEventParser(): (piece: string) => StreamEvent[] {
  let rest = '';
  let event = '';
  let data: string[] = [];

  return (piece) => {
    const events: StreamEvent[] = [];
    const text = rest + piece;
    // A CR at the very end may be half of a CRLF: it waits for the next piece.
    const lines = text.split(/\r\n|\n|\r(?!$)/);
    rest = lines.pop() ?? '';
    for (const line of lines) {
      if (line === '') {
        if (data.length > 0) events.push({ event: event || 'message', data: data.join('\n') });
        event = '';
        data = [];
        continue;
      }
      const colon = line.indexOf(':');
      const field = colon === -1 ? line : line.slice(0, colon);
      const value = colon === -1 ? '' : line.slice(colon + 1).replace(/^ /, '');
      if (field === 'event') event = value;
      if (field === 'data') data.push(value);
    }
    return events;
  };
}

/**
 * Yields the events of a response's body as they arrive; `onBytes` is called for every piece. Leaving the loop cancels
 * the body.
 */
export async function* readEvents(body: ReadableStream<Uint8Array>, onBytes?: () => void): AsyncGenerator<StreamEvent> {
  const parse = createEventParser();
  const decoder = new TextDecoder();
  const reader = body.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      onBytes?.();
      yield* parse(decoder.decode(value, { stream: true }));
    }
  } finally {
    await reader.cancel();
  }
}
