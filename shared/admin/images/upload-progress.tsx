import { Button } from '#shared/ui/button.tsx';

interface UploadProgressProps {
  filename: string;
  /** 0 to 1. */
  progress: number;
  onCancel: () => void;
}

/** How much of a picture is on the server. All of it sent, the server still looks at it and makes its sizes. */
export function UploadProgress({ filename, progress, onCancel }: UploadProgressProps) {
  const percent = Math.round(progress * 100);
  return (
    <div className="grid content-center gap-2 rounded-md border border-line bg-paper p-4">
      <div className="flex items-center justify-between gap-3">
        <p className="min-w-0 truncate text-sm font-semibold">{filename}</p>
        <p className="text-xs text-muted">{percent < 100 ? `${percent}%` : 'Processing...'}</p>
      </div>
      <progress aria-label={`Uploading ${filename}`} max={100} value={percent} className="h-1.5 w-full" />
      <Button size="sm" className="justify-self-start" onClick={onCancel}>
        Cancel upload
      </Button>
    </div>
  );
}
