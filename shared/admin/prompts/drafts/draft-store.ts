import type { Clock } from '#shared/kernel/clock.ts';
import { draftId, type GeneratedDraft } from '#shared/workflow/drafts/generated-draft.ts';
import { fallbackDraft, type ParsedDrafts, parseDrafts } from '#shared/workflow/drafts/parse-drafts.ts';
import { type StepList, stepWithRole } from '#shared/workflow/steps.ts';
import { isGeneratedDraft } from '#shared/workspace/post-draft.ts';
import { NotKeptError } from '#shared/workspace/store-port.ts';
import { createMirror, type Timers } from '../../editor/index.ts';
import type { AdminPorts, KeyValue } from '../../ports.ts';
import {
  type DraftOrigin,
  draftIdOf,
  draftOfJson,
  type GeneratedDocument,
  generatedDocumentId,
  isPublishedIn,
  leftKeyIn,
  postIdIn,
  readDraft,
  readOrigin,
  writeDraft,
} from './draft-document.ts';
import type { Desk } from '../../documents/open-documents.ts';
import type { DraftOrder } from '../runs/run-effects.ts';
import { parsed } from '../runs/run-preferences.ts';
import type { DraftCard } from '../runs/run-state.ts';

export interface DraftStoreOptions {
  steps: StepList;
  desk: Desk;
  storage: KeyValue;
  clock: Clock;
  timers: Timers;
  parseDrafts: AdminPorts['parseDrafts'];
  onChange(): void;
}

/** The generated drafts, each a workspace document, the list mirrored under `generatedDrafts`. */
export interface DraftStore {
  /** Newest first, within one answer in the order they were written. The same object until something changes. */
  cards(): readonly DraftCard[];
  find(id: string): GeneratedDocument | null;
  /**
   * Makes the drafts of an answer and puts them on the disk; one that is there stays as it is. One that was deleted
   * stays deleted unless the owner asks (`isAsked`), who is then told that nothing can be read instead of being given
   * the whole as one draft. Gives what the answer holds. Throws NotKeptError.
   */
  make(order: DraftOrder, isAsked?: boolean): Promise<readonly GeneratedDraft[]>;
  /** Changes a draft and puts it on the disk. Throws NotKeptError. */
  change(id: string, run: (document: GeneratedDocument) => void): Promise<void>;
  setBusy(id: string, busy: DraftCard['busy']): void;
  remove(id: string): Promise<void>;
  clear(): Promise<void>;
  flush(): void;
}

/** Shorter outputs are read before a worker could have started. */
const READ_HERE = 20_000;

export async function openDraftStore(options: DraftStoreOptions): Promise<DraftStore> {
  const { steps, desk, storage, clock, timers, onChange } = options;
  const documents = new Map<string, GeneratedDocument>();
  const busy = new Map<string, DraftCard['busy']>();
  let cards: readonly DraftCard[] = [];

  async function loadAll(): Promise<void> {
    for (const id of await desk.list('draft')) await load(id);
  }
  async function load(documentId: string): Promise<void> {
    if (isGeneratedDraft(documentId)) documents.set(draftIdOf(documentId), await desk.open('draft', documentId));
  }
  function changed(): void {
    cards = [...documents.values()]
      .map((document) => ({ document, draft: readDraft(document), origin: readOrigin(document) }))
      .sort((a, b) => b.origin.madeAt - a.origin.madeAt || a.origin.index - b.origin.index)
      .flatMap(({ document, draft, origin }) => (draft === null ? [] : [cardOf(document, draft, origin)]));
    mirror.changed();
    onChange();
  }
  const refining = stepWithRole(steps, 'refines')?.id;
  function cardOf(document: GeneratedDocument, draft: GeneratedDraft, { step }: DraftOrigin): DraftCard {
    const postId = postIdIn(document);
    const isLeft = postId === null && leftKeyIn(document) !== null;
    const isRefined = step !== null && step === refining;
    return { draft, isRefined, busy: busy.get(draft.id) ?? null, postId, isPublished: isPublishedIn(document), isLeft };
  }
  async function write(draft: GeneratedDraft, origin: DraftOrigin): Promise<void> {
    const document = await desk.open('draft', generatedDocumentId(draft.id));
    writeDraft(document, draft, origin);
    documents.set(draft.id, document);
    await desk.keep(document);
  }
  async function remove(id: string): Promise<void> {
    const document = documents.get(id);
    if (!document) return;
    documents.delete(id);
    busy.delete(id);
    changed();
    await desk.keep(document);
    await desk.remove(document);
  }
  /** What someone else wrote under the key: drafts that are new, changed, or gone. */
  async function takeIn(value: string | null): Promise<void> {
    const list = value === null ? [] : parsed(value);
    if (!Array.isArray(list)) return;
    const foreign = list.flatMap((entry) => draftOfJson(entry) ?? []);
    for (const id of documents.keys()) if (!foreign.some((draft) => draft.id === id)) await remove(id);
    for (const [index, draft] of foreign.entries()) {
      const known = documents.get(draft.id);
      await write(draft, known ? readOrigin(known) : { ...noOrigin, index, madeAt: clock.now() });
    }
    changed();
  }

  const mirror = createMirror({
    key: 'generatedDrafts',
    storage,
    timers,
    read: () => (cards.length === 0 ? null : JSON.stringify(cards.map(({ draft }) => draft))),
    takeIn: (value) => void takeIn(value).catch(onlyNotKept),
  });
  await loadAll();
  changed();
  mirror.check();

  desk.onForeign(async ({ id, kind, isRemoved }) => {
    if (kind !== 'draft' || !isGeneratedDraft(id)) return;
    if (isRemoved) documents.delete(draftIdOf(id));
    else await load(id);
    changed();
  });

  return {
    cards: () => cards,
    find: (id) => documents.get(id) ?? null,
    async make({ run, step, source, output }, isAsked = false) {
      const parsedDrafts = await parse(options.parseDrafts, output, source);
      // What cannot be read is kept whole; whoever asks for it once more has it already.
      const whole = parsedDrafts.drafts.length === 0 && !isAsked ? fallbackDraft(output, source) : null;
      const drafts = whole ? [whole] : parsedDrafts.drafts;
      const { targetMarket, productApp, productAppUrl } = run.form;
      const madeAt = clock.now();
      for (const [index, draft] of drafts.entries()) {
        const id = draftId(source, index);
        if (documents.has(id) || (!isAsked && (await desk.isKnown(generatedDocumentId(id))))) continue;
        const origin = { runId: run.id, step, index, madeAt, targetMarket, productApp, productAppUrl };
        await write({ ...draft, id }, origin);
      }
      changed();
      return drafts;
    },
    async change(id, run) {
      const document = documents.get(id);
      if (!document) return;
      run(document);
      changed();
      await desk.keep(document);
    },
    setBusy(id, now) {
      if (now === null) busy.delete(id);
      else busy.set(id, now);
      changed();
    },
    remove,
    async clear() {
      for (const id of [...documents.keys()]) await remove(id);
    },
    flush: () => mirror.flush(),
  };
}

const noOrigin: DraftOrigin = {
  runId: '',
  step: null,
  index: 0,
  madeAt: 0,
  targetMarket: '',
  productApp: '',
  productAppUrl: '',
};

async function parse(read: AdminPorts['parseDrafts'], output: string, source: string): Promise<ParsedDrafts> {
  return output.length < READ_HERE ? parseDrafts(output, source) : read(output, source);
}

function onlyNotKept(error: unknown): void {
  if (!(error instanceof NotKeptError)) throw error;
}
