import { createStore } from 'zustand/vanilla';
import type { AdminPorts } from '#shared/admin/ports.ts';
import type { DesktopBridge, WaitingPictureState } from '#shared/contract/ipc.ts';

type PicturesBridge = Pick<
  DesktopBridge,
  'pictures.waiting' | 'pictures.retry' | 'pictures.remove' | 'pictures.save'
> & { on: Pick<DesktopBridge['on'], 'pictures.waiting'> };

/** The pictures that wait in the main process, as it last told. */
export function createBridgePictures(bridge: PicturesBridge): NonNullable<AdminPorts['waitingPictures']> {
  const state = createStore<readonly WaitingPictureState[]>(() => []);
  let isTold = false;
  bridge.on['pictures.waiting']((next) => {
    isTold = true;
    state.setState(next, true);
  });
  void bridge['pictures.waiting']({}).then((first) => {
    if (!isTold) state.setState(first, true);
  });
  return {
    state,
    retry: (id) => bridge['pictures.retry']({ id }),
    remove: (id) => bridge['pictures.remove']({ id }),
    save: async (id) => (await bridge['pictures.save']({ id })).saved,
  };
}
