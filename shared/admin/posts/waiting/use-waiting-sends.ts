import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef } from 'react';
import { useToast } from '#shared/ui/toast.tsx';
import { useSessionStore } from '../../auth/index.ts';
import { openDocumentChannel, WAITING_CHANGED } from '../../document-channel.ts';
import { usePorts } from '../../ports-context.tsx';
import { queryKeys } from '../../query-client.ts';
import { onServerBack } from '../../sync/index.ts';
import { type Progress, type QueueItem, type Sent, send, sendQueue, tellWaiting } from '../../waiting/index.ts';
import { onPictureSent } from '../../waiting-pictures/index.ts';
import { usePostAutomation } from '../post-automation.tsx';
import { actionOf, MERGED, savedTitle, saveRefreshes, sessionPorts } from '../post-form/index.ts';

/** The delay, in milliseconds, before the first sends: a form that is just opening sends its own save. */
const BEGIN_MS = 1000;
const TRY_AGAIN_MS = 15_000;

/**
 * Sends what waits (`shared/admin/waiting`): at the start, when the network or the server is back, after a picture was
 * sent or the owner signed in again, and at intervals while something is left. Used once, by the dashboard.
 */
export function useWaitingSends(): void {
  const ports = usePorts();
  const session = useSessionStore();
  const report = useRef<(sent: Sent) => void>(() => undefined);
  report.current = useSentReport();

  useEffect(() => {
    let isSending = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const sendAll = async () => {
      if (isSending) return;
      isSending = true;
      clearTimeout(timer);
      try {
        const left = await sendQueue(queuePorts(ports), (sent) => {
          report.current(sent);
          tellWaiting(ports);
        });
        if (left > 0) timer = setTimeout(sendAll, TRY_AGAIN_MS);
      } catch (error) {
        console.error('What waits could not be sent', error);
      } finally {
        isSending = false;
      }
    };
    timer = setTimeout(sendAll, BEGIN_MS);
    const channel = openDocumentChannel(ports.openChannel);
    const stops = [
      channel.listen(({ id }) => {
        if (id !== WAITING_CHANGED.id || isSending) return;
        clearTimeout(timer);
        timer = setTimeout(sendAll, TRY_AGAIN_MS);
      }),
      ports.onOnline(sendAll),
      onPictureSent(ports.waitingPictures, sendAll),
      onServerBack(ports.exchange.state, sendAll),
      session.subscribe((now, before) => {
        if (now.signIns > before.signIns) void sendAll();
      }),
    ];
    return () => {
      clearTimeout(timer);
      for (const stop of stops) stop();
      channel.close();
    };
  }, [ports, session]);
}

/**
 * Sends one waiting item now, and reports the result. `no-answer`: the server gave none. `waits`: another window, or
 * the queue itself, is sending it, and will report the result.
 */
export function useSendNow(): (item: QueueItem) => Promise<Progress> {
  const ports = usePorts();
  const report = useSentReport();
  return useCallback(
    async (item) => {
      const progress = await send(queuePorts(ports), item, report);
      tellWaiting(ports);
      return progress;
    },
    [ports, report],
  );
}

const queuePorts = (ports: ReturnType<typeof usePorts>) => ({ ...sessionPorts(ports), api: ports.api });

/** Reports the result of a sent item to the owner, as its form or its button would have done. */
function useSentReport(): (sent: Sent) => void {
  const { analytics } = usePorts();
  const queryClient = useQueryClient();
  const automation = usePostAutomation();
  const toast = useToast();
  return useCallback(
    (sent) => {
      const refreshes = sent.type === 'save' ? saveRefreshes : [queryKeys.posts];
      const fault =
        sent.type === 'action' ? sent.action.fault : sent.report.kind === 'refused' ? sent.report.fault : null;
      if (fault) {
        toast({ title: 'Error', description: fault.issues[0]?.message ?? fault.message, variant: 'destructive' });
        return;
      }
      for (const queryKey of refreshes) void queryClient.invalidateQueries({ queryKey });
      if (sent.type === 'action') {
        toast({ title: 'What waited is done', description: sent.action.title });
        return;
      }
      const { documentId, report } = sent;
      if (report.kind !== 'saved') return;
      const { id, version, values } = report.post;
      analytics.adminAction(actionOf(report.intent, report.isNew), { success: true });
      automation.saved({
        ...{ documentId, postId: id, version, title: values.title },
        isPublished: values.published,
        isAutomatic: false,
      });
      const description = [values.title, ...(report.isMerged ? [MERGED] : [])].join(': ');
      toast({ title: savedTitle(report.intent, report.isNew), description });
    },
    [analytics, automation, queryClient, toast],
  );
}
