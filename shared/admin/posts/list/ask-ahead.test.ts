import { expect, test, vi } from 'vitest';
import { createStore } from 'zustand/vanilla';
import { ApiError } from '#shared/api-client/api-error.ts';
import type { DocumentStatus } from '#shared/contract/workspace.ts';
import { asleep } from '#shared/workspace/exchange/exchange-port.ts';
import type { AdminPorts } from '../../ports.ts';
import { createQueryClient } from '../../query-client.ts';
import { askForListAhead } from './ask-ahead.ts';
import { noFilter } from './post-filter.ts';
import { pageQuery } from './use-post-pages.ts';

const LIST = { search: '', hash: '' };

function begin(status: DocumentStatus, list = vi.fn(async () => ({ items: [], total: 0 }))) {
  const onSignedOut = vi.fn();
  const queryClient = createQueryClient(onSignedOut);
  const refusal = () => Promise.reject(new Error('not of this test'));
  const api = { list, call: refusal, text: refusal, events: refusal } as unknown as AdminPorts['api'];
  const state = createStore(() => ({ ...asleep, status }));
  const exchange = { state } as unknown as AdminPorts['exchange'];
  return { list, onSignedOut, queryClient, ports: { api, exchange } };
}

test('what is asked for ahead is what the list shows, without another call', async () => {
  const { list, queryClient, ports } = begin('waiting');
  askForListAhead(ports, queryClient, LIST);
  expect(list).toHaveBeenCalledTimes(1);
  const page = await queryClient.ensureQueryData(pageQuery(ports.api, noFilter, 1));
  expect(page).toMatchObject({ filter: noFilter, total: 0 });
  expect(list).toHaveBeenCalledTimes(1);
});

test.each<[string, DocumentStatus, typeof LIST]>([
  ['a host that does not know of a sign-in', 'on-this-computer', LIST],
  ['the form of a post', 'on-the-server', { search: '?edit=7', hash: '' }],
  ['a new post', 'on-the-server', { search: '', hash: '#new' }],
])('%s asks for nothing', (_name, status, address) => {
  const { list, queryClient, ports } = begin(status);
  askForListAhead(ports, queryClient, address);
  expect(list).not.toHaveBeenCalled();
});

test('nobody is told of a sign-in that has ended before a screen asks', async () => {
  const signedOut = new ApiError(401, '', JSON.stringify({ code: 'unauthorized', message: 'Please sign in.' }));
  const list = vi.fn(() => Promise.reject(signedOut));
  const { onSignedOut, queryClient, ports } = begin('on-the-server', list);
  askForListAhead(ports, queryClient, LIST);
  const query = pageQuery(ports.api, noFilter, 1);
  await vi.waitFor(() => expect(queryClient.getQueryState(query.queryKey)?.status).toBe('error'));
  expect(onSignedOut).not.toHaveBeenCalled();
  await expect(queryClient.fetchQuery(query)).rejects.toBe(signedOut);
  expect(onSignedOut).toHaveBeenCalledWith('screen');
});
