import type { DesktopBridge } from '#shared/contract/ipc.ts';

declare global {
  interface Window {
    /** Created by the preload. */
    readonly ninefold: DesktopBridge;
  }
}
