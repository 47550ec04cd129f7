import { Button } from '#shared/ui/button.tsx';

interface UploadProgressProps {
  filename: string;
  /** From 0 to 1. */
  progress: number;
  onCancel: () => void;
}

/**
 * Shows how much of a picture has been sent. After everything is sent, the server still checks the picture and makes
 * its sizes.
 */
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
