import { expect, test } from 'vitest';
import type { IpcInput, IpcOutput } from '#shared/contract/ipc.ts';
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

const found = { ok: true as const, origin: 'https://a.example', meta, known: [] };

function bridge(checked: IpcOutput<'server.check'>, connected: IpcOutput<'servers.connect'> = { ok: true, server }) {
  const calls: string[] = [];
  return {
    calls,
    'server.check': async ({ url }: { url: string }) => {
      calls.push(`check ${url}`);
      return checked;
    },
    'servers.connect': async ({ url, belonging }: IpcInput<'servers.connect'>) => {
      calls.push(`connect ${url}${belonging ? ` as ${belonging.workspace}` : ''}`);
      return connected;
    },
  };
}

test('a server that answers is connected to', async () => {
  const asked = bridge({ ...found, warning: null });
  expect(await connectTo(asked, 'a.example', null)).toEqual({ kind: 'connected', name: 'Salt' });
  expect(asked.calls).toEqual(['check a.example', 'connect a.example']);
});

test('what the owner should know first is said before, and once', async () => {
  const asked = bridge({ ...found, warning: 'Not encrypted.' });
  expect(await connectTo(asked, 'a', null)).toMatchObject({ kind: 'warned', found: { warning: 'Not encrypted.' } });
  expect(asked.calls).toEqual(['check a']);
  expect(await connectTo(asked, 'a', {})).toEqual({ kind: 'connected', name: 'Salt' });
});

test('a site that is known from another address is connected to once the owner has said what it is', async () => {
  const known = [{ name: 's', siteId: 's', siteName: 'Salt', origins: ['https://b.example'] }];
  const asked = bridge({ ...found, warning: null, known });
  expect(await connectTo(asked, 'a', null)).toMatchObject({ kind: 'warned', found: { known } });
  expect(asked.calls).toEqual(['check a']);
  await connectTo(asked, 'a', { belonging: { siteId: 's', workspace: 's' } });
  expect(asked.calls).toEqual(['check a', 'connect a as s']);
});

test('words of main are shown as they are', async () => {
  const none = bridge({ ok: false, message: 'No server answers.' });
  expect(await connectTo(none, 'a', null)).toEqual({
    kind: 'refused',
    message: 'No server answers.',
    isAppTooOld: false,
  });
  const full = bridge({ ...found, warning: null }, { ok: false, message: 'Cannot be remembered.' });
  expect(await connectTo(full, 'a', null)).toEqual({
    kind: 'refused',
    message: 'Cannot be remembered.',
    isAppTooOld: false,
  });
});
