import { useQueryClient } from '@tanstack/react-query';
import { House } from 'lucide-react';
import { useEffect } from 'react';
import { Navigate, useLocation, useNavigate } from 'react-router-dom';
import type { Me } from '#shared/contract/session.ts';
import { buttonClass } from '#shared/ui/button.tsx';
import { Spinner } from '#shared/ui/spinner.tsx';
import { useToast } from '#shared/ui/toast.tsx';
import { usePorts } from '../ports-context.tsx';
import { queryKeys } from '../query-client.ts';
import { SheetMark } from '../sheet-mark.tsx';
import { LoginSteps } from './login-steps.tsx';
import { useSessionStore } from './session-context.tsx';
import { forgetLastSession } from './session-store.ts';
import { useMe } from './use-me.ts';

/** Returns the address to open after signing in: the admin address that was asked for, else /admin. */
function wantedPath(state: unknown): string {
  const wanted = typeof state === 'object' && state !== null && 'wanted' in state ? String(state.wanted) : '';
  return /^\/admin(\?|#|$)/.test(wanted) ? wanted : '/admin';
}

/** The screen at /admin/login (docs/rules.md, "Login screen"). */
export function LoginScreen() {
  const me = useMe();
  const { site } = usePorts();
  const toast = useToast();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const wanted = wantedPath(useLocation().state);
  const session = useSessionStore();
  useEffect(() => {
    const forget = () => forgetLastSession(session);
    forget();
    // A call that was made before signing out may have been answered while this page was open.
    return forget;
  }, [session]);

  if (me.isPending) return <Spinner className="h-dvh w-full" />;
  if (me.data) return <Navigate to={wanted} replace />;
  return (
    <main className="grid min-h-dvh grid-rows-[1fr_auto_2fr] px-4 py-8">
      <div className="row-start-2 mx-auto w-full max-w-[25rem]">
        <div className="mb-7 flex items-center gap-3">
          <SheetMark className="size-9" />
          <div>
            <h1 className="font-serif text-3xl font-medium tracking-tight">Blog Admin</h1>
            <p className="text-sm text-muted">{site.name}</p>
          </div>
        </div>
        <div className="rounded-md border border-line bg-surface p-6">
          <LoginSteps
            onSignedIn={() => {
              // An owner who must choose a password first does not get in yet.
              if (!queryClient.getQueryData<Me>(queryKeys.me)?.mustChoosePassword)
                toast({ title: 'Login successful!', description: 'Welcome back to the admin panel.' });
              navigate(wanted, { replace: true });
            }}
          />
        </div>
        <a href={site.url('/')} className={`${buttonClass('plain')} mt-4`}>
          <House aria-hidden />
          Home
        </a>
      </div>
    </main>
  );
}
