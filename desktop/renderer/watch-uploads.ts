import type { UploadWatch } from '#shared/admin-host/upload-file.ts';
import { type DesktopBridge, UPLOAD_HEADER } from '#shared/contract/ipc.ts';

/** Follows uploads by what main says: on a scheme of the app's own the browser does not tell. */
export function watchUploads(on: Pick<DesktopBridge['on'], 'upload.progress'>): UploadWatch {
  return (onSent) => {
    const id = crypto.randomUUID();
    const end = on['upload.progress']((progress) => {
      if (progress.id === id) onSent(progress.sent);
    });
    return { header: [UPLOAD_HEADER, id], end };
  };
}
