import { expect, test } from 'vitest';
import type { IpcOutput } from '#shared/contract/ipc.ts';
import { connectTo } from './connect-flow.ts';

const meta = {
  product: 'ninefold' as const,
  version: '1.2.0',
  contract: 1,
  siteId: 's',
  siteUrl: 'https://a.example',
  siteName: 'Salt',
};
const server = { id: 'a', url: 'https://a.example', name: 'Salt', siteId: 's' };

function bridge(checked: IpcOutput<'server.check'>, connected: IpcOutput<'servers.connect'> = { ok: true, server }) {
  const calls: string[] = [];
  return {
    calls,
    'server.check': async ({ url }: { url: string }) => {
      calls.push(`check ${url}`);
      return checked;
    },
    'servers.connect': async ({ url }: { url: string }) => {
      calls.push(`connect ${url}`);
      return connected;
    },
  };
}

test('a server that answers is connected to', async () => {
  const asked = bridge({ ok: true, meta, warning: null });
  expect(await connectTo(asked, 'a.example', false)).toEqual({ kind: 'connected', name: 'Salt' });
  expect(asked.calls).toEqual(['check a.example', 'connect a.example']);
});

test('what the owner should know first is said before, and once', async () => {
  const asked = bridge({ ok: true, meta, warning: 'Not encrypted.' });
  expect(await connectTo(asked, 'a', false)).toMatchObject({ kind: 'warned', warning: 'Not encrypted.' });
  expect(asked.calls).toEqual(['check a']);
  expect(await connectTo(asked, 'a', true)).toEqual({ kind: 'connected', name: 'Salt' });
});

test('words of main are shown as they are', async () => {
  const none = bridge({ ok: false, message: 'No server answers.' });
  expect(await connectTo(none, 'a', false)).toEqual({ kind: 'refused', message: 'No server answers.' });
  const full = bridge({ ok: true, meta, warning: null }, { ok: false, message: 'Cannot be remembered.' });
  expect(await connectTo(full, 'a', false)).toEqual({ kind: 'refused', message: 'Cannot be remembered.' });
});
