import { useQueryClient } from '@tanstack/react-query';
import { type Me, updateCredentials } from '#shared/contract/session.ts';
import { Button } from '#shared/ui/button.tsx';
import { Dialog } from '#shared/ui/dialog.tsx';
import { useToast } from '#shared/ui/toast.tsx';
import { usePorts } from '../ports-context.tsx';
import { queryKeys, refetchFailed } from '../query-client.ts';
import { SheetMark } from '../sheet-mark.tsx';
import { NewPasswordForm } from './new-password-form.tsx';
import { useSignOut } from './use-sign-out.ts';

const TITLE = 'Choose your password';
const WHY =
  'The one you signed in with was made up by the server, and stands where the server wrote it down. It opens nothing but this.';

/** Shown instead of the admin: the owner must choose a password first (docs/rules.md, "Passwords"). */
export function FirstPasswordScreen({ me }: { me: Me }) {
  const { site } = usePorts();
  return (
    <main className="grid min-h-dvh grid-rows-[1fr_auto_2fr] px-4 py-8">
      <div className="row-start-2 mx-auto w-full max-w-[25rem]">
        <div className="mb-7 flex items-center gap-3">
          <SheetMark className="size-9" />
          <div>
            <h1 className="font-serif text-3xl font-medium tracking-tight">{TITLE}</h1>
            <p className="text-sm text-muted">{site.name}</p>
          </div>
        </div>
        <div className="grid gap-5 rounded-md border border-line bg-surface p-6">
          <p className="text-sm text-muted">{WHY}</p>
          <FirstPasswordForm me={me} />
        </div>
      </div>
    </main>
  );
}

/** The same form over the open screen, for an owner who has signed in again with a password that a command has made. */
export function FirstPasswordAgain({ me }: { me: Me | null }) {
  return (
    <Dialog isOpen={me !== null} isOver onClose={() => {}} title={TITLE} description={WHY}>
      {me && <FirstPasswordForm me={me} />}
    </Dialog>
  );
}

function FirstPasswordForm({ me }: { me: Me }) {
  const queryClient = useQueryClient();
  const toast = useToast();
  const { signOut, isPending } = useSignOut();
  return (
    <NewPasswordForm
      name="first_password_chosen"
      email={me.email}
      isFocused
      set={({ api }, password) => api.call(updateCredentials, { body: { password } })}
      onSet={(updated) => {
        queryClient.setQueryData(queryKeys.me, updated);
        // Fetches what was refused until now.
        void refetchFailed(queryClient);
        toast({ title: 'Your password is set', description: 'From now on it is the one you sign in with.' });
      }}
    >
      <Button disabled={isPending} onClick={() => void signOut()}>
        Sign out
      </Button>
    </NewPasswordForm>
  );
}
