import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, expect, test } from 'vitest';
import { createStore } from 'zustand/vanilla';
import type { WaitingPictureState } from '#shared/contract/ipc.ts';
import { queryKeys } from '../query-client.ts';
import { keepLibraryFresh, onPictureSent } from './use-waiting-pictures.ts';

const picture = (id: string, fault: string | null = null) => ({
  id,
  name: `${id}.png`,
  size: 1,
  since: 0,
  fault,
  held: null,
});
const nothing = async () => {};

const state = createStore<readonly WaitingPictureState[]>(() => []);
const kept = { state, retry: nothing, remove: nothing, save: async () => true };
/** The functions that wait for their time; a cancelled one is null. */
let due: ((() => void) | null)[] = [];
const timers = {
  after(_milliseconds: number, run: () => void) {
    const at = due.push(run) - 1;
    return () => {
      due[at] = null;
    };
  },
};
let stop = () => {};
afterEach(() => {
  stop();
  state.setState([], true);
  due = [];
});

test('when pictures were sent one after the other the library’s lists are fetched anew once, and no other query', async () => {
  const client = new QueryClient();
  const fetched: string[] = [];
  for (const key of [queryKeys.images, queryKeys.posts, queryKeys.settings]) {
    const queryFn = async () => fetched.push(key[0]);
    new QueryObserver(client, { queryKey: [...key, 'list'], queryFn, staleTime: Number.POSITIVE_INFINITY }).subscribe(
      nothing,
    );
  }
  await expect.poll(() => client.isFetching()).toBe(0);
  fetched.length = 0;

  stop = keepLibraryFresh(kept, client, timers);
  const [sea, wood, refused] = [picture('sea'), picture('wood'), picture('old', 'Too many frames.')];
  for (const now of [[refused, sea], [refused, sea, wood], [refused, wood], [refused]]) state.setState(now, true);
  for (const run of due) run?.();
  await expect.poll(() => client.isFetching()).toBe(0);
  expect(fetched).toEqual(['images']);
  client.unmount();
});

test('each picture that was sent is told at once, also when another was given in the same moment', () => {
  let told = 0;
  stop = onPictureSent(kept, () => {
    told += 1;
  });
  for (const now of [[picture('sea')], [picture('sea', 'Too large.')], [picture('wood')], []])
    state.setState(now, true);
  expect(told).toBe(2);
});
