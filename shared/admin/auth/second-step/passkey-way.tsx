import { KeyRound } from 'lucide-react';
import { signInWithPasskey, startPasskeySignIn } from '#shared/contract/auth/sign-in-steps.ts';
import { Button } from '#shared/ui/button.tsx';
import { useWay, type WayProps } from './use-way.ts';

/** The second step by a passkey of this browser, of a phone or of a security key. */
export function PasskeyWay(props: WayProps) {
  const way = useWay({
    ...props,
    async run({ api, passkeys }) {
      const passkey = await passkeys.use(await api.call(startPasskeySignIn));
      await api.call(signInWithPasskey, { body: { passkey } });
    },
  });
  return (
    <div className="grid gap-4">
      <p>Use the fingerprint, the face or the PIN of this device, of your phone or of a security key.</p>
      <Button variant="primary" autoFocus disabled={way.isPending} onClick={() => way.mutate()}>
        <KeyRound aria-hidden />
        {way.isPending ? 'Waiting for the passkey...' : 'Use a passkey'}
      </Button>
    </div>
  );
}
