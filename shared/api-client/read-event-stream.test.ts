import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createEventParser, readEvents } from './read-event-stream.ts';

const parseWhole = (text: string) => createEventParser()(text);

describe('an event stream', () => {
  it('gives named events, passing over comments, ids and unknown fields', () => {
    expect(
      parseWhole(': alive\n\nid: 4\nretry: 10\nevent: delta\ndata: {"text":"a"}\n\ndata:b\ndata:  c\nfoo\n\n'),
    ).toEqual([
      { event: 'delta', data: '{"text":"a"}' },
      { event: 'message', data: 'b\n c' },
    ]);
  });

  it('gives nothing for an event without data, nor for one that has not ended', () => {
    expect(parseWhole('event: delta\n\nevent: done\ndata: {}\n')).toEqual([]);
  });

  it('is the same however it is cut and whatever ends its lines', () => {
    const line = fc.constantFrom('event: delta', 'data: {"text":"ä😀"}', 'data', ': comment', '', '', 'data: x');
    const ends = fc.constantFrom('\n', '\r\n', '\r');
    fc.assert(
      fc.property(fc.array(line, { maxLength: 30 }), ends, fc.array(fc.nat(400)), (lines, end, places) => {
        const parse = createEventParser();
        const text = lines.map((one) => one + end).join('');
        const cuts = [0, ...places.filter((place) => place < text.length).toSorted((a, b) => a - b), text.length];
        const pieces = cuts.slice(1).map((cut, index) => text.slice(cuts[index], cut));
        // The last CR of a text may be half of a CRLF; what follows settles it.
        const events = [...pieces, ':\n'].flatMap(parse);
        expect(events).toEqual(parseWhole(`${lines.map((one) => `${one}\n`).join('')}:\n`));
      }),
      { numRuns: 500, seed: 9 },
    );
  });

  it('is read from bytes cut inside a character', async () => {
    const bytes = new TextEncoder().encode('\uFEFFdata: 😀\n\n');
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        for (const byte of bytes) controller.enqueue(Uint8Array.of(byte));
        controller.close();
      },
    });
    const events: unknown[] = [];
    for await (const event of readEvents(body)) events.push(event);
    expect(events).toEqual([{ event: 'message', data: '😀' }]);
  });

  it('is cancelled when the reader leaves', async () => {
    let isCancelled = false;
    const body = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.enqueue(new TextEncoder().encode('data: x\n\n')),
      cancel: () => {
        isCancelled = true;
      },
    });
    for await (const event of readEvents(body)) {
      expect(event.data).toBe('x');
      break;
    }
    expect(isCancelled).toBe(true);
  });
});
