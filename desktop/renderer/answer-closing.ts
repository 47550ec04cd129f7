import type { DesktopBridge } from '#shared/contract/ipc.ts';

type ClosingBridge = Pick<DesktopBridge, 'app.flushed'> & { on: Pick<DesktopBridge['on'], 'app.closing'> };

/** Before the window goes: has the admin write what it holds, and tells main when it is on the disk. */
export function answerClosing(bridge: ClosingBridge, page: EventTarget, settled: () => Promise<void>): () => void {
  return bridge.on['app.closing'](() => {
    // What the admin holds goes to the disk whenever its page may never be seen again.
    page.dispatchEvent(new Event('pagehide'));
    void settled().then(() => bridge['app.flushed']({}));
  });
}
