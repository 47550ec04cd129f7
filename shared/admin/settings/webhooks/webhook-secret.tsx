import { useId } from 'react';
import { Button } from '#shared/ui/button.tsx';
import { TextInput } from '#shared/ui/text-input.tsx';
import { CopyButton } from '../../suggest/card/copy-button.tsx';

/** A webhook's secret, which is shown only this once. */
export function WebhookSecret({ secret, onDone }: { secret: string; onDone: () => void }) {
  const id = useId();
  return (
    <div className="grid gap-4">
      <p id={id}>
        Enter this secret where the messages arrive: each is signed with it, as{' '}
        <a href="https://www.standardwebhooks.com" className="underline" target="_blank" rel="noreferrer">
          Standard Webhooks
        </a>{' '}
        says. It cannot be shown again.
      </p>
      <TextInput
        readOnly
        autoFocus
        aria-label="The secret"
        aria-describedby={id}
        className="font-mono text-sm"
        value={secret}
        onFocus={(event) => event.target.select()}
      />
      <div className="flex justify-end gap-2">
        <CopyButton text={secret} />
        <Button size="sm" variant="primary" onClick={onDone}>
          Done
        </Button>
      </div>
    </div>
  );
}
