import type { AdminPorts } from '#shared/admin/ports.ts';
import type { DesktopBridge } from '#shared/contract/ipc.ts';

/** Files by the system's own dialogs. Main shows them, and tells the owner what went wrong. */
export function bridgeFiles(bridge: Pick<DesktopBridge, 'files.save-text' | 'files.open-text'>): AdminPorts['files'] {
  return {
    saveText: async (name, text) => (await bridge['files.save-text']({ name, text })).saved,
    openText: () => bridge['files.open-text']({}),
  };
}
