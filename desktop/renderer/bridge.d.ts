import type { DesktopBridge } from '#shared/contract/ipc.ts';

declare global {
  interface Window {
    /** Made by the preload. */
    readonly ninefold: DesktopBridge;
  }
}
