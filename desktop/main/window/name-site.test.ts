import type { Session } from 'electron';
import { expect, test } from 'vitest';
import { nameSiteToPlayers } from './name-site.ts';

type Headers = Record<string, string>;
type Listener = (details: { requestHeaders: Headers }, answer: (changed: { requestHeaders: Headers }) => void) => void;

/** Makes a session that stores its listener for requests, and the addresses that the listener is for. */
function fakeSession() {
  let kept: { urls: string[]; listener: Listener } | undefined;
  const session = {
    webRequest: {
      onBeforeSendHeaders: ({ urls }: { urls: string[] }, listener: Listener) => {
        kept = { urls, listener };
      },
    },
  } as unknown as Session;
  const send = (requestHeaders: Headers): Headers => {
    let sent: Headers = {};
    kept?.listener({ requestHeaders }, (changed) => {
      sent = changed.requestHeaders;
    });
    return sent;
  };
  return { session, send, urls: () => kept?.urls };
}

test('a player is told which site its video stands on, and no other address is told anything', () => {
  const { session, send, urls } = fakeSession();
  let site: string | null = 'https://blog.example';
  nameSiteToPlayers(session, () => site);
  expect(urls()).toEqual(['https://www.youtube-nocookie.com/*']);
  expect(send({ Accept: '*/*' })).toEqual({ Accept: '*/*', Referer: 'https://blog.example/' });
  // Before a server is chosen there is no site to name.
  site = null;
  expect(send({ Accept: '*/*' })).toEqual({ Accept: '*/*' });
});
