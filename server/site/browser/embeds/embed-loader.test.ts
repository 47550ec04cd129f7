import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { EMBED_PROCESS_DELAY, EMBED_RETRIES, type EmbedHost, startEmbeds } from './embed-loader.ts';
import type { EmbedProvider } from './embed-providers.ts';

/**
 * A post whose embeds may appear later, a network, and a record of what happened when, in milliseconds from the start.
 */
function page({ answers = [] as ('loads' | 'fails')[], embeds = true } = {}) {
  const start = Date.now();
  const happened: string[] = [];
  const note = (what: string) => happened.push(`${Date.now() - start} ${what}`);
  const provider: EmbedProvider = {
    name: 'network',
    selector: 'blockquote.embed',
    script: 'https://network.test/embed.js',
    process: () => {
      note('process');
    },
  };
  let hasEmbeds = embeds;
  const body = { querySelector: () => (hasEmbeds ? {} : null) } as unknown as ParentNode;
  const host: EmbedHost = {
    async loadScript(url) {
      const answer = answers.shift() ?? 'loads';
      note(`${url} ${answer}`);
      if (answer === 'fails') throw new Error('blocked');
    },
    log: (message) => note(message),
    providers: [provider],
  };
  return {
    host,
    body,
    provider,
    happened,
    addEmbeds: () => {
      hasEmbeds = true;
    },
  };
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const SCRIPT = 'https://network.test/embed.js';
const LOG = 'The script for network embeds could not be loaded';

describe('embeds', () => {
  it('have fixed delays', () => {
    expect(EMBED_RETRIES).toEqual([500, 1500, 3000]);
    expect(EMBED_PROCESS_DELAY).toBe(1000);
  });

  it('load their script at once and are processed 1000 ms after it has loaded', async () => {
    const { host, body, happened } = page();
    startEmbeds(body, host);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(happened).toEqual([`0 ${SCRIPT} loads`, '1000 process']);
  });

  it('load nothing for a post without any', async () => {
    const { host, body, happened } = page({ embeds: false });
    startEmbeds(body, host);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(happened).toEqual([]);
  });

  it('are found when they turn up later', async () => {
    const { host, body, happened, addEmbeds } = page({ embeds: false });
    startEmbeds(body, host);
    await vi.advanceTimersByTimeAsync(700);
    addEmbeds();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(happened).toEqual([`1500 ${SCRIPT} loads`, '2500 process']);
  });

  it('are tried again at 500, 1500 and 3000 ms when the script does not load, and only logged', async () => {
    const { host, body, happened } = page({ answers: ['fails', 'fails', 'fails', 'fails', 'fails'] });
    startEmbeds(body, host);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(happened).toEqual([0, 500, 1500, 3000].flatMap((at) => [`${at} ${SCRIPT} fails`, `${at} ${LOG}`]));
  });

  it('stop trying once the script has loaded', async () => {
    const { host, body, happened } = page({ answers: ['fails', 'loads'] });
    startEmbeds(body, host);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(happened).toEqual([`0 ${SCRIPT} fails`, `0 ${LOG}`, `500 ${SCRIPT} loads`, '1500 process']);
  });

  it('whose script throws are only logged', async () => {
    const { host, body, provider, happened } = page();
    provider.process = () => {
      throw new Error('their fault');
    };
    startEmbeds(body, host);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(happened).toEqual([`0 ${SCRIPT} loads`, '1000 Embeds could not be shown']);
  });

  it('are left alone once the reader has gone on', async () => {
    const { host, body, happened } = page();
    startEmbeds(body, host)();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(happened).toEqual([`0 ${SCRIPT} loads`]);
  });
});
