import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { DraftSummary } from '#shared/contract/workspace.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import type { DocumentStore } from '#shared/workspace/store-port.ts';
import { openDocumentChannel, WAITING_CHANGED } from '../../document-channel.ts';
import {
  discardStored,
  draftHoldName,
  emptyOldBin,
  holdName,
  type LocalDrafts,
  loadDraft,
  localDrafts,
  takeOutOfBin,
} from '../../editor/index.ts';
import type { AdminPorts } from '../../ports.ts';
import { usePorts } from '../../ports-context.tsx';
import { waitingItems } from '../../waiting/index.ts';

/**
 * The delay, in milliseconds, before drafts are read again: while somebody types on another device, it writes once a
 * second.
 */
const RELOAD_DELAY_MS = 500;

interface UnsavedDrafts {
  drafts: readonly DraftSummary[];
  /** The drafts that were discarded in the last 30 days. */
  binned: readonly DraftSummary[];
  /**
   * Puts a draft into the bin. Returns its id there; null when the draft is open in another window. Throws
   * NotKeptError.
   */
  discard(draft: DraftSummary): Promise<string | null>;
  /** Takes a draft out of the bin. Throws NotKeptError. */
  takeBack(draft: DraftSummary): Promise<void>;
}

/**
 * Returns the drafts on this computer, including those of other devices, the newest first. The drafts known last are
 * available at once.
 */
export function useUnsavedDrafts(): UnsavedDrafts {
  const ports = usePorts();
  const { store, clock } = ports;
  const { data, refetch } = useQuery({
    queryKey: KNOWN,
    queryFn: () => loadDrafts(store, clock),
    refetchOnMount: 'always',
  });
  const { local, waiting } = data ?? nothing;
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useDraftChanges(() => {
    clearTimeout(timer.current);
    timer.current = setTimeout(refetch, RELOAD_DELAY_MS);
  });
  useEffect(() => () => clearTimeout(timer.current), []);

  return {
    drafts: local.unsaved.filter(({ id }) => !waiting.has(id)),
    binned: local.binned,
    async discard(draft) {
      const binned = await discardHeld(ports, draft);
      await refetch();
      return binned;
    },
    async takeBack({ id }) {
      await takeOutOfBin(ports, id);
      await refetch();
    },
  };
}

const KNOWN = ['unsaved-drafts'];

/**
 * Forgets the known drafts when one changes while their list is not in sight: a draft that was just saved must not
 * appear for a moment. Used once, by the dashboard.
 */
export function useForgetDrafts(): void {
  const queryClient = useQueryClient();
  useDraftChanges(() => queryClient.removeQueries({ queryKey: KNOWN, type: 'inactive' }));
}

/**
 * Calls `onChange` when a draft, or the list of what waits to be sent, has changed in any window or on another device.
 */
function useDraftChanges(onChange: () => void): void {
  const { openChannel } = usePorts();
  const latest = useRef(onChange);
  latest.current = onChange;
  useEffect(() => {
    const channel = openDocumentChannel(openChannel);
    const stop = channel.listen(({ id, kind }) => {
      if (kind === 'draft' || id === WAITING_CHANGED.id) latest.current();
    });
    return () => {
      stop();
      channel.close();
    };
  }, [openChannel]);
}

interface LoadedDrafts {
  local: LocalDrafts;
  /** The ids of the drafts that are in the list of what waits to be sent. */
  waiting: ReadonlySet<string>;
}
const nothing: LoadedDrafts = { local: { unsaved: [], binned: [] }, waiting: new Set() };

async function loadDrafts(store: DocumentStore, clock: Clock): Promise<LoadedDrafts> {
  const all = await localDrafts(store);
  const local = { ...all, binned: await emptyOldBin({ store, clock }, all) };
  const items = local.unsaved.length === 0 ? [] : await waitingItems({ store });
  return { local, waiting: new Set(items.map(({ id }) => id)) };
}

/** Discards a draft and returns its id in the bin; null when another window has it open. */
async function discardHeld(ports: AdminPorts, { id, postId }: DraftSummary): Promise<string | null> {
  const hold = await ports.locks.tryHold(postId === null ? draftHoldName(id) : holdName(postId));
  if (!hold) return null;
  try {
    return await discardStored({ ...ports, unique: ports.uniqueId }, await loadDraft(ports.store, id));
  } finally {
    hold.release();
  }
}
