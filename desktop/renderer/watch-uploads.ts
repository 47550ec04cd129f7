import type { UploadWatch } from '#shared/admin-host/upload-file.ts';
import { type DesktopBridge, UPLOAD_HEADER } from '#shared/contract/ipc.ts';

type UploadsBridge = Pick<DesktopBridge, 'upload.cancel'> & { on: Pick<DesktopBridge['on'], 'upload.progress'> };

/** Follows uploads by what main says, and tells main what is cancelled: on a scheme of the app's own the browser tells neither. */
export function watchUploads(bridge: UploadsBridge): UploadWatch {
  return (onSent) => {
    const id = crypto.randomUUID();
    const end = bridge.on['upload.progress']((progress) => {
      if (progress.id === id) onSent(progress.sent);
    });
    return { header: [UPLOAD_HEADER, id], cancel: () => void bridge['upload.cancel']({ id }), end };
  };
}
