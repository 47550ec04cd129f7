import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useToast } from '#shared/ui/toast.tsx';
import type { SaveIntent, SaveReport, StoredPost } from '../../../editor/index.ts';
import { usePorts } from '../../../ports-context.tsx';
import { queryKeys } from '../../../query-client.ts';
import type { OpenedForm } from '../open-form.ts';

/** The queries that a save makes stale: the lists, the post counts of categories and tags, the uses of pictures. */
export const saveRefreshes = [queryKeys.posts, queryKeys.categories, queryKeys.tags, queryKeys.images];

interface SaveWatch {
  /** Called for every completed save, also after the form was left. */
  onStored: (post: StoredPost) => void;
  /** Called for a completed save while the form is open. `isUnsaved`: more was typed meanwhile. */
  onSaved: (report: Extract<SaveReport, { kind: 'saved' }>, isUnsaved: boolean) => void;
  /** Called when the save has not succeeded; whatever was to follow it does not happen. */
  onStopped: () => void;
}

/** Reports the result of each save to the owner, also when the form is left before the answer. */
export function useSaveReports({ session, reports }: OpenedForm, watch: SaveWatch): void {
  const { analytics } = usePorts();
  const queryClient = useQueryClient();
  const toast = useToast();
  const isOffline = useRef(false);
  const isLeft = useRef(false);
  useEffect(() => {
    isLeft.current = false;
    return () => {
      isLeft.current = true;
    };
  }, []);

  reports.listener = (report) => {
    const { save } = session.getState();
    switch (report.kind) {
      case 'saved':
        isOffline.current = false;
        analytics.adminAction(actionOf(report.intent, report.isNew), { success: true });
        for (const queryKey of saveRefreshes) queryClient.invalidateQueries({ queryKey });
        toast({ title: savedTitle(report.intent, report.isNew), ...(report.isMerged ? { description: MERGED } : {}) });
        watch.onStored(report.post);
        // An owner who has left the form sees the report, but is not taken to another page.
        if (!isLeft.current) watch.onSaved(report, session.getState().isUnsaved);
        return;
      case 'refused': {
        isOffline.current = false;
        analytics.adminAction(actionOf('post', save.base === null), { success: false });
        const { message, issues } = report.fault;
        toast({ title: 'Error', description: issues[0]?.message ?? message, variant: 'destructive' });
        watch.onStopped();
        return;
      }
      case 'offline':
        // The save is retried automatically; the owner is told once.
        if (!isOffline.current) toast({ title: 'Waiting to be sent', description: report.isBusy ? BUSY : OFFLINE });
        isOffline.current = true;
        watch.onStopped();
        return;
      case 'both-kept':
        toast({ title: 'Both versions are in the form', description: 'Look them over, then save.' });
        watch.onStopped();
    }
  };
}

export function actionOf(intent: SaveIntent, isNew: boolean): string {
  if (intent === 'draft') return 'draft_saved';
  return isNew ? 'post_created' : 'post_updated';
}

export function savedTitle(intent: SaveIntent, isNew: boolean): string {
  if (intent === 'draft') return 'Draft saved successfully!';
  return isNew ? 'Blog post created successfully!' : 'Blog post updated successfully!';
}

export const MERGED = 'Changes made elsewhere came in with it.';
const OFFLINE = 'The server cannot be reached. It is written down, and sent when the network is back.';
const BUSY = 'The server is busy. It is written down, and sent when the server has time.';
