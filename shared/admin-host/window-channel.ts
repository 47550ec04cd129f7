import type { WindowChannel } from '#shared/admin/ports.ts';

/** Opens the channel of this name among the tabs of this browser. */
export function openWindowChannel(name: string): WindowChannel {
  const channel = new BroadcastChannel(name);
  const listeners = new Set<(message: unknown) => void>();
  let isClosed = false;
  channel.onmessage = ({ data }: MessageEvent<unknown>) => {
    for (const listener of listeners) listener(data);
  };
  return {
    post(message) {
      // A write may end after the window has closed the channel.
      if (!isClosed) channel.postMessage(message);
    },
    listen(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close() {
      isClosed = true;
      channel.close();
    },
  };
}
