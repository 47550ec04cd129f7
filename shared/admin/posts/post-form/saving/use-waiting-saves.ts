import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useToast } from '#shared/ui/toast.tsx';
import { useSessionStore } from '../../../auth/index.ts';
import { type SentSave, sendWaiting } from '../../../editor/index.ts';
import { usePorts } from '../../../ports-context.tsx';
import { onServerBack } from '../../../sync/index.ts';
import { usePostAutomation } from '../../post-automation.tsx';
import { sessionPorts } from '../open-form.ts';
import { actionOf, MERGED, savedTitle, saveRefreshes } from './use-save-reports.ts';

/** A form that is just opening has its own save to send. */
const BEGIN_MS = 1000;
const TRY_AGAIN_MS = 15_000;

/**
 * Sends what was saved without a network and whose form is no longer open: at the start, when the network or the server is
 * back, and after a new sign-in. For the dashboard, once.
 */
export function useWaitingSaves(): void {
  const ports = usePorts();
  const session = useSessionStore();
  const report = useRef<(sent: SentSave) => void>(() => undefined);
  report.current = useSentReport();

  useEffect(() => {
    let isSending = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const send = async () => {
      if (isSending) return;
      isSending = true;
      clearTimeout(timer);
      try {
        const left = await sendWaiting(sessionPorts(ports), (sent) => report.current(sent));
        if (left > 0) timer = setTimeout(send, TRY_AGAIN_MS);
      } catch (error) {
        console.error('A save that waits could not be sent', error);
      } finally {
        isSending = false;
      }
    };
    timer = setTimeout(send, BEGIN_MS);
    const stops = [
      ports.onOnline(send),
      onServerBack(ports.exchange.state, send),
      session.subscribe((now, before) => {
        if (now.signIns > before.signIns) void send();
      }),
    ];
    return () => {
      clearTimeout(timer);
      for (const stop of stops) stop();
    };
  }, [ports, session]);
}

/** Tells the owner what became of such a save, as its form would have. */
function useSentReport(): (sent: SentSave) => void {
  const { analytics } = usePorts();
  const queryClient = useQueryClient();
  const automation = usePostAutomation();
  const toast = useToast();
  return ({ documentId, report }) => {
    if (report.kind === 'saved') {
      const { id, version, values } = report.post;
      analytics.adminAction(actionOf(report.intent, report.isNew), { success: true });
      for (const queryKey of saveRefreshes) void queryClient.invalidateQueries({ queryKey });
      automation.saved({
        ...{ documentId, postId: id, version, title: values.title },
        isPublished: values.published,
        isAutomatic: false,
      });
      const description = [values.title, ...(report.isMerged ? [MERGED] : [])].join(': ');
      toast({ title: savedTitle(report.intent, report.isNew), description });
    } else {
      const { issues, message } = report.fault;
      toast({ title: 'Error', description: issues[0]?.message ?? message, variant: 'destructive' });
    }
  };
}
