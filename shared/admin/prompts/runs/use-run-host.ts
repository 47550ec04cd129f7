import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { useConfirm } from '#shared/ui/confirm.tsx';
import { useToast } from '#shared/ui/toast.tsx';
import { isWriting } from '#shared/ui/writing.ts';
import { askUnlessTyping, useSessionStore } from '../../auth/index.ts';
import { flushOnHide } from '../../editor/index.ts';
import { draftAddress, editAddress, isPostAddress, publishQuestion } from '../../posts/index.ts';
import { queryKeys } from '../../query-client.ts';
import { useRunStore } from './use-run-store.ts';

/**
 * Keeps the chained prompts going whichever tab is shown, and shows their signals: toasts, questions, the sign-in
 * dialog, the post form. Used once, by the dashboard.
 */
export function useRunHost(): void {
  const store = useRunStore();
  const session = useSessionStore();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const toast = useToast();
  const confirm = useConfirm();

  useEffect(
    () =>
      store.onNotice(({ title, description, isError }) => {
        toast({ title, description, variant: isError ? 'destructive' : 'default' });
      }),
    [store, toast],
  );

  useEffect(() => store.onAskToPublish((red) => confirm(publishQuestion(red))), [store, confirm]);

  const isFormOpen = useRef(false);
  isFormOpen.current = isPostAddress(useLocation());
  useEffect(
    () =>
      store.onGoTo(
        (destination) => {
          if (destination.kind === 'draft') navigate(draftAddress(destination.id));
          else if (destination.kind === 'post') navigate(editAddress(destination.id));
          else navigate('/admin', { state: { tab: 'posts' } });
        },
        () => isFormOpen.current || isWriting(document),
      ),
    [store, navigate],
  );

  useEffect(
    () =>
      store.onStale((what) => {
        const stale = what === 'posts' ? [queryKeys.posts, queryKeys.categories, queryKeys.tags] : [queryKeys.images];
        for (const queryKey of stale) void queryClient.invalidateQueries({ queryKey });
      }),
    [store, queryClient],
  );

  useEffect(() => {
    const stopOut = store.onSignedOut(() => askUnlessTyping(session));
    const stopIn = session.subscribe((now, before) => {
      if (now.signIns > before.signIns) store.actions.signedIn();
    });
    // The owner may have signed in again through the login page.
    store.actions.signedIn();
    return () => {
      stopOut();
      stopIn();
    };
  }, [store, session]);

  useEffect(() => flushOnHide({ window, document }, () => void store.flush()), [store]);
}
