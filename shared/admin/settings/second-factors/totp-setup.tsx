import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useForm } from 'react-hook-form';
import { ApiError } from '#shared/api-client/api-error.ts';
import { confirmTotp, startTotp } from '#shared/contract/auth/second-factors.ts';
import { Button } from '#shared/ui/button.tsx';
import { Field } from '#shared/ui/field.tsx';
import { Skeleton } from '#shared/ui/skeleton.tsx';
import { TextInput } from '#shared/ui/text-input.tsx';
import { errorText } from '../../error-text.ts';
import { queryKeys } from '../../query-client.ts';
import { CopyButton } from '../../suggest/card/copy-button.tsx';
import { useAction } from '../../use-action.ts';

/** Shows the secret as a QR code and as text, and asks for a code made from it before the secret becomes active. */
export function TotpSetup({ onDone }: { onDone: () => void }) {
  const form = useForm({ defaultValues: { code: '' } });
  const start = useAction({
    name: 'totp_started',
    run: ({ api }) => api.call(startTotp),
    failure: 'The authenticator app could not be set up',
  });
  const { mutate: begin } = start;
  // Called once: the server makes another secret at each call.
  useEffect(() => begin(), [begin]);
  const confirm = useAction({
    name: 'totp_added',
    run: ({ api }, body: { code: string }) => api.call(confirmTotp, { body }),
    refreshes: [queryKeys.secondFactors],
    success: 'Authenticator app set up',
    explain(error) {
      if (!(error instanceof ApiError) || error.code !== 'invalid_input') return errorText(error);
      form.setError('code', { message: errorText(error) });
      form.setFocus('code', { shouldSelect: true });
      return null;
    },
    onSuccess: onDone,
  });
  const secret = start.data?.secret ?? '';
  return (
    <form noValidate className="grid gap-5" onSubmit={form.handleSubmit((values) => confirm.mutate(values))}>
      <p>Scan this with an authenticator app, such as the one your password manager has:</p>
      <div className="flex flex-wrap items-center gap-5">
        {start.data ? <QrCode text={start.data.uri} label="QR code for the authenticator app" /> : null}
        {start.isPending && <Skeleton className="size-44" />}
        <div className="grid min-w-0 flex-1 basis-52 gap-2">
          <p className="text-sm text-muted">Or type the secret:</p>
          <code className="font-mono text-sm wrap-anywhere select-all">{secret.match(/.{1,4}/g)?.join(' ')}</code>
          <div>{secret && <CopyButton text={secret} />}</div>
        </div>
      </div>
      <Field
        label="Code"
        hint="The six digits that the app shows now. From then on every sign-in asks for such a code."
        error={form.formState.errors.code?.message}
      >
        {(control) => (
          <TextInput
            {...control}
            {...form.register('code', {
              validate: (code) => code.trim() !== '' || 'Enter the six digits that the app shows.',
            })}
            data-first-focus
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={9}
            className="font-mono text-lg tracking-wider"
          />
        )}
      </Field>
      <div className="flex justify-end gap-2">
        <Button type="submit" variant="primary" disabled={confirm.isPending || !start.data}>
          Turn on
        </Button>
      </div>
    </form>
  );
}

/** The white margin around the code, in modules, which scanners need (ISO/IEC 18004). */
const QUIET = 4;

/** A text as a QR code: dark on white in both themes, as every scanner expects it. */
function QrCode({ text, label }: { text: string; label: string }) {
  const code = useQuery({
    queryKey: ['qr-code', text],
    queryFn: async () => {
      const { create } = await import('qrcode');
      const { modules } = create(text, { errorCorrectionLevel: 'M' });
      return { size: modules.size, path: pathOf(modules) };
    },
    // Not cached, because the text may be a secret.
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

/** Returns a path with a square for each dark module. */
function pathOf({ size, data }: { size: number; data: Uint8Array }): string {
  return [...data].flatMap((isDark, at) => (isDark ? `M${at % size} ${Math.floor(at / size)}h1v1h-1z` : [])).join('');
}
