import { useQuery } from '@tanstack/react-query';
import { Skeleton } from '#shared/ui/skeleton.tsx';

/** Modules of white around the code, which readers need (ISO/IEC 18004). */
const QUIET = 4;

/** A text as a QR code: dark on white in both themes, as every reader knows it. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const code = useQuery({
    queryKey: ['qr-code', text],
    queryFn: async () => {
      const { create } = await import('qrcode');
      const { modules } = create(text, { errorCorrectionLevel: 'M' });
      return { size: modules.size, path: pathOf(modules) };
    },
    // The text may be a secret.
    gcTime: 0,
  });
  if (!code.data) return <Skeleton className="size-44" />;
  const { size, path } = code.data;
  const whole = size + 2 * QUIET;
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`${-QUIET} ${-QUIET} ${whole} ${whole}`}
      shapeRendering="crispEdges"
      className="size-44 rounded-md border border-line"
    >
      <rect x={-QUIET} y={-QUIET} width={whole} height={whole} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}

/** A square for each dark module. */
function pathOf({ size, data }: { size: number; data: Uint8Array }): string {
  return [...data].flatMap((isDark, at) => (isDark ? `M${at % size} ${Math.floor(at / size)}h1v1h-1z` : [])).join('');
}
