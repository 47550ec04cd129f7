import { useCallback, useEffect, useState } from 'react';
import type { Clock } from '#shared/kernel/clock.ts';
import { readValues } from '#shared/workspace/post-draft.ts';
import type { DocumentStore } from '#shared/workspace/store-port.ts';
import { openDocumentChannel } from '../../document-channel.ts';
import {
  createWaitingSaves,
  discardKept,
  draftHoldName,
  draftShelf,
  emptyOldBin,
  holdName,
  type KeptDraft,
  type KeptSave,
  type Shelf,
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
const SETTLING_MS = 500;

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
  const [{ shelf, saves }, setKept] = useState<Kept>(nothing);
  const load = useCallback(async () => setKept(await keptIn(store, clock)), [store, clock]);

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    void load();
    const channel = openDocumentChannel(openChannel);
    const stop = channel.listen(({ kind }) => {
      if (kind !== 'draft') return;
      clearTimeout(timer);
      timer = setTimeout(load, SETTLING_MS);
    });
    return () => {
      clearTimeout(timer);
      stop();
      channel.close();
    };
  }, [load, openChannel]);

  return {
    drafts: shelf.unsaved.map((draft) => shown(draft, saves)),
    binned: shelf.binned.map((draft) => shown(draft, saves)),
    async discard({ id }) {
      const draft = shelf.unsaved.find(({ document }) => document.id === id);
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

interface Kept {
  shelf: Shelf;
  saves: ReadonlyMap<string, KeptSave>;
}
const nothing: Kept = { shelf: { unsaved: [], binned: [] }, saves: new Map() };

async function keptIn(store: DocumentStore, clock: Clock): Promise<Kept> {
  const all = await draftShelf(store);
  const shelf = { ...all, binned: await emptyOldBin({ store, clock }, all) };
  return shelf.unsaved.length === 0 ? { ...nothing, shelf } : { shelf, saves: await createWaitingSaves(store).all() };
}

function shown({ document, postId, at }: KeptDraft, saves: Kept['saves']): UnsavedDraft {
  const kept = saves.get(document.id);
  const save = kept?.fault ? { refused: kept.fault.issues[0]?.message ?? kept.fault.message } : kept ? 'waiting' : null;
  return { id: document.id, title: readValues(document).title.trim(), postId, at, save };
}

/** Null where another window has it open. */
async function discardHeld(ports: AdminPorts, { document, postId }: KeptDraft): Promise<string | null> {
  const hold = await ports.locks.tryHold(postId === null ? draftHoldName(document.id) : holdName(postId));
  if (!hold) return null;
  try {
    return await discardKept({ ...ports, unique: ports.uniqueId }, document);
  } finally {
    hold.release();
  }
}
