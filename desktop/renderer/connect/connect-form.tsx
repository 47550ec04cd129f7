import { type FormEvent, useEffect, useRef, useState } from 'react';
import { Button } from '#shared/ui/button.tsx';
import { Field } from '#shared/ui/field.tsx';
import { TextInput } from '#shared/ui/text-input.tsx';
import { type ConnectBridge, type ConnectProgress, type ConnectWord, connectTo } from './connect-flow.ts';
import { SameSiteQuestion } from './same-site-question.tsx';

interface ConnectFormProps {
  bridge: Pick<ConnectBridge, 'server.check' | 'servers.connect' | 'updates.look'>;
  isFirst: boolean;
}

/** Asks for a server's address, checks which server answers there, and connects. Main then shows the admin instead. */
export function ConnectForm({ bridge, isFirst }: ConnectFormProps) {
  const [url, setUrl] = useState('');
  const field = useRef<HTMLInputElement>(null);
  // At the first start there is no other field.
  useEffect(() => {
    if (isFirst) field.current?.focus();
  }, [isFirst]);
  const [progress, setProgress] = useState<ConnectProgress>({ kind: 'idle' });
  const isBusy = progress.kind === 'asking' || progress.kind === 'connected';

  const connect = async (word: ConnectWord | null) => {
    setProgress({ kind: 'asking' });
    setProgress(await connectTo(bridge, url, word));
  };
  const asked = progress.kind === 'warned' && progress.found.known.length > 0 ? progress.found : null;
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    // A question has its own answer buttons.
    if (!isBusy && asked === null) await connect(progress.kind === 'warned' ? {} : null);
  };

  return (
    <form noValidate className="grid gap-5" onSubmit={submit}>
      <Field
        label="Address of your server"
        hint="Where your blog is reached, for example https://blog.example. One on this computer: http://localhost:3000"
        error={progress.kind === 'refused' ? progress.message : undefined}
      >
        {(control) => (
          <TextInput
            {...control}
            ref={field}
            type="url"
            inputMode="url"
            autoComplete="url"
            spellCheck={false}
            value={url}
            disabled={isBusy}
            onChange={(event) => {
              setUrl(event.target.value);
              setProgress({ kind: 'idle' });
            }}
          />
        )}
      </Field>
      <div role="status" className="text-sm empty:hidden">
        {progress.kind === 'warned' && (
          <>
            <p className="font-semibold">
              Found {progress.found.meta.siteName}, Ninefold {progress.found.meta.version}.
            </p>
            {progress.found.warning !== null && <p className="mt-1">{progress.found.warning}</p>}
          </>
        )}
        {progress.kind === 'connected' && <p>Connected to {progress.name}.</p>}
      </div>
      {progress.kind === 'refused' && progress.isAppTooOld && (
        <Button onClick={() => void bridge['updates.look']({})}>Look for a newer app</Button>
      )}
      {asked ? (
        <SameSiteQuestion
          found={asked}
          onAnswer={(workspace) => connect({ belonging: { siteId: asked.meta.siteId, workspace } })}
        />
      ) : (
        <Button type="submit" variant="primary" disabled={isBusy || url.trim() === ''}>
          {isBusy ? 'Connecting...' : progress.kind === 'warned' ? 'Connect anyway' : 'Connect'}
        </Button>
      )}
    </form>
  );
}
