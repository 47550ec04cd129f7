import { CircleAlert, X } from 'lucide-react';
import { Button, IconButton } from '#shared/ui/button.tsx';
import type { FileUpload, useUploads } from './use-uploads.ts';

/** The progress of several uploads: all of them in one line, then those that are not done yet, and why some failed. */
export function UploadList({ uploads }: { uploads: ReturnType<typeof useUploads> }) {
  const { list } = uploads;
  if (list.length === 0) return null;
  const stored = list.filter(({ state }) => state === 'stored').length;
  const here = list.filter(({ isHere }) => isHere).length;
  const failed = list.filter(({ state }) => state === 'failed');
  const sending = list.filter(({ state }) => state === 'sending');
  const isRunning = stored + failed.length < list.length;
  const done = stored + failed.length + sending.reduce((sum, { progress }) => sum + progress, 0);
  return (
    <section aria-label="Uploads" className="grid gap-3 rounded-md border border-line bg-surface p-4">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p role="status" className="font-semibold">
          {summary(list.length, stored, failed.length)}
          {here > 0 && `, ${here === stored ? '' : `${here} of them `}on this computer until the network is back`}
        </p>
        {isRunning ? (
          <Button size="sm" onClick={uploads.cancel}>
            Cancel the rest
          </Button>
        ) : (
          <IconButton size="sm" label="Close the list of uploads" className="size-8" onClick={uploads.clear}>
            <X aria-hidden />
          </IconButton>
        )}
      </div>
      {isRunning && <progress aria-label="All uploads" max={list.length} value={done} className="h-1.5 w-full" />}
      <ul className="grid gap-2 empty:hidden">
        {[...sending, ...failed].map((upload) => (
          <li key={upload.number}>
            <UploadRow upload={upload} onRetry={uploads.retry} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function UploadRow({ upload, onRetry }: { upload: FileUpload; onRetry: (upload: FileUpload) => void }) {
  const { file, state, progress, fault } = upload;
  const percent = Math.round(progress * 100);
  if (state === 'failed')
    return (
      <div className="flex flex-wrap items-center justify-between gap-2 text-sm text-danger">
        <p className="flex min-w-0 flex-1 basis-60 items-start gap-2">
          <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
          <span className="min-w-0 wrap-anywhere">
            <span className="font-semibold">{file.name}: </span>
            {fault}
          </span>
        </p>
        <Button size="sm" onClick={() => onRetry(upload)}>
          Try again
        </Button>
      </div>
    );
  return (
    <div className="flex items-center gap-3 text-sm">
      <span className="min-w-0 flex-1 truncate">{file.name}</span>
      <progress aria-label={`Uploading ${file.name}`} max={100} value={percent} className="h-1.5 w-28" />
      <span className="w-24 text-end text-xs text-muted">{percent < 100 ? `${percent}%` : 'Processing...'}</span>
    </div>
  );
}

function summary(total: number, stored: number, failed: number): string {
  const files = total === 1 ? '1 picture' : `${total} pictures`;
  const failures = failed === 0 ? '' : `, ${failed} failed`;
  if (stored + failed < total) return `Uploading ${files}: ${stored} stored${failures}`;
  return failed === 0 ? `${files} stored` : `${stored} of ${files} stored${failures}`;
}
