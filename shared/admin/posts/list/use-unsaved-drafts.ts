import { useCallback, useEffect, useState } from 'react';
import type { Clock } from '#shared/kernel/clock.ts';
import { readValues } from '#shared/workspace/post-draft.ts';
import type { DocumentStore } from '#shared/workspace/store-port.ts';
import { openDocumentChannel } from '../../document-channel.ts';
import {
  createWaitingSaves,
  discardStored,
  draftHoldName,
  emptyOldBin,
  holdName,
  type LocalDraft,
  type LocalDrafts,
  localDrafts,
  type RecordedSave,
  takeOutOfBin,
} from '../../editor/index.ts';
import type { AdminPorts } from '../../ports.ts';
import { usePorts } from '../../ports-context.tsx';

/** A draft with words that no post has. */
export interface UnsavedDraft {
  readonly id: string;
  /** Empty where it has none yet. */
  readonly title: string;
  /** The post it changes; null for a new one. */
  readonly postId: number | null;
  /** When it was last typed in, or discarded, milliseconds since 1970, 0 when unknown. */
  readonly at: number;
  /** How it stands with a save of it: null where none was asked for. */
  readonly save: 'waiting' | { readonly refused: string } | null;
}

/** Other devices write once a second while somebody types there. */
const RELOAD_DELAY_MS = 500;

interface UnsavedDrafts {
  drafts: readonly UnsavedDraft[];
  /** Those that were discarded in the last 30 days. */
  binned: readonly UnsavedDraft[];
  /** Puts a draft into the bin; gives its id there, null where the draft is open in another window. Throws NotKeptError. */
  discard(draft: UnsavedDraft): Promise<string | null>;
  /** Takes a draft out of the bin. Throws NotKeptError. */
  takeBack(draft: UnsavedDraft): Promise<void>;
}

/** The drafts of this computer, those of other devices among them, the newest first. */
export function useUnsavedDrafts(): UnsavedDrafts {
  const ports = usePorts();
  const { store, clock, openChannel } = ports;
  const [{ local, saves }, setLoaded] = useState<LoadedDrafts>(nothing);
  const load = useCallback(async () => setLoaded(await loadDrafts(store, clock)), [store, clock]);

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    void load();
    const channel = openDocumentChannel(openChannel);
    const stop = channel.listen(({ kind }) => {
      if (kind !== 'draft') return;
      clearTimeout(timer);
      timer = setTimeout(load, RELOAD_DELAY_MS);
    });
    return () => {
      clearTimeout(timer);
      stop();
      channel.close();
    };
  }, [load, openChannel]);

  return {
    drafts: local.unsaved.map((draft) => shown(draft, saves)),
    binned: local.binned.map((draft) => shown(draft, saves)),
    async discard({ id }) {
      const draft = local.unsaved.find(({ document }) => document.id === id);
      const binned = draft ? await discardHeld(ports, draft) : null;
      await load();
      return binned;
    },
    async takeBack({ id }) {
      await takeOutOfBin(ports, id);
      await load();
    },
  };
}

interface LoadedDrafts {
  local: LocalDrafts;
  saves: ReadonlyMap<string, RecordedSave>;
}
const nothing: LoadedDrafts = { local: { unsaved: [], binned: [] }, saves: new Map() };

async function loadDrafts(store: DocumentStore, clock: Clock): Promise<LoadedDrafts> {
  const all = await localDrafts(store);
  const local = { ...all, binned: await emptyOldBin({ store, clock }, all) };
  return local.unsaved.length === 0 ? { ...nothing, local } : { local, saves: await createWaitingSaves(store).all() };
}

function shown({ document, postId, at }: LocalDraft, saves: LoadedDrafts['saves']): UnsavedDraft {
  const recorded = saves.get(document.id);
  const save = recorded?.fault
    ? { refused: recorded.fault.issues[0]?.message ?? recorded.fault.message }
    : recorded
      ? 'waiting'
      : null;
  return { id: document.id, title: readValues(document).title.trim(), postId, at, save };
}

/** Null where another window has it open. */
async function discardHeld(ports: AdminPorts, { document, postId }: LocalDraft): Promise<string | null> {
  const hold = await ports.locks.tryHold(postId === null ? draftHoldName(document.id) : holdName(postId));
  if (!hold) return null;
  try {
    return await discardStored({ ...ports, unique: ports.uniqueId }, document);
  } finally {
    hold.release();
  }
}
