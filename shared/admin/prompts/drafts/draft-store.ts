import type { JudgedCounts } from '#shared/contract/ai-batches.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import {
  type DraftOrigin,
  draftIdOf,
  draftOfJson,
  type EarlierDraft,
  earlierDrafts,
  type GeneratedDocument,
  generatedDocumentId,
  isLeftUnjudged,
  isPublishedIn,
  judgedIn,
  leftKeyIn,
  postIdIn,
  readDraft,
  readOrigin,
  writeDraft,
} from '#shared/runs/draft-document.ts';
import { type DraftOrder, originOf } from '#shared/runs/draft-order.ts';
import { draftId, type GeneratedDraft } from '#shared/workflow/drafts/draft-shape.ts';
import { type StepList, stepWithRole } from '#shared/workflow/steps.ts';
import { isGeneratedDraft } from '#shared/workspace/post-draft.ts';
import type { OpenDocuments } from '../../documents/open-documents.ts';
import { orNothing } from '../../documents/stored.ts';
import { createMirror, type Timers } from '../../editor/index.ts';
import type { AdminPorts, KeyValue } from '../../ports.ts';
import { parsedJson } from '../stored-json.ts';

/** A draft in the list below the steps. */
export interface DraftCard {
  readonly draft: GeneratedDraft;
  /** Whether the draft was written by the step that refines the best of the drafts. */
  readonly isRefined: boolean;
  /** The action on the draft that is under way; its buttons are disabled during it. */
  readonly busy: 'regenerating' | 'publishing' | 'making-image' | null;
  /** The id of the post that the draft has become; null before that. */
  readonly postId: number | null;
  /** Whether that post is published, as far as this admin has done it. */
  readonly isPublished: boolean;
  /** The draft's earlier texts, the oldest first. */
  readonly earlier: readonly EarlierDraft[];
  /** The judge's counts for the draft; null when it was not judged. */
  readonly judged: JudgedCounts | null;
  /**
   * Whether the draft is still to be judged: the judge could not be asked, or the draft was written anew since then.
   */
  readonly isUnjudged: boolean;
  /**
   * A finished run could not open the draft without interrupting the owner: the owner is asked to open or publish it.
   */
  readonly isLeft: boolean;
  /** The run that wrote the draft, and the time: empty and 0 when they are not known. */
  readonly origin: Pick<DraftOrigin, 'runId' | 'madeAt' | 'targetMarket' | 'categoryId'>;
}

export interface DraftStoreOptions {
  steps: StepList;
  documents: OpenDocuments;
  storage: KeyValue;
  clock: Clock;
  timers: Timers;
  parseDrafts: AdminPorts['parseDrafts'];
  onChange(): void;
}

/** The generated drafts. Each is a workspace document; the list is mirrored under `generatedDrafts`. */
export interface DraftStore {
  /**
   * Returns the drafts, newest first, within one answer in the order they were written. The same object until something
   * changes.
   */
  cards(): readonly DraftCard[];
  find(id: string): GeneratedDocument | null;
  /**
   * Makes the drafts of an answer and writes them to the disk; an existing draft stays as it is. A deleted draft stays
   * deleted unless the owner asks for it (`isAsked`). With `isAsked`, an answer that cannot be read gives no drafts, so
   * that the owner is told; otherwise it becomes one draft as a whole. Returns the drafts that the answer holds. Throws
   * NotKeptError.
   */
  make(order: DraftOrder, isAsked?: boolean): Promise<readonly GeneratedDraft[]>;
  /** Changes a draft and writes it to the disk. Throws NotKeptError. */
  change(id: string, run: (document: GeneratedDocument) => void): Promise<void>;
  setBusy(id: string, busy: DraftCard['busy']): void;
  remove(id: string): Promise<void>;
  /** Deletes several drafts. */
  removeAll(ids: readonly string[]): Promise<void>;
  flush(): void;
}

/** Outputs shorter than this, in characters, are parsed sooner than a worker could start. */
const READ_HERE = 20_000;

export async function openDraftStore(options: DraftStoreOptions): Promise<DraftStore> {
  const { steps, documents, storage, clock, timers, onChange } = options;
  const { generated, load, write } = createGenerated(documents);
  const busy = new Map<string, DraftCard['busy']>();
  let cards: readonly DraftCard[] = [];

  function changed(): void {
    cards = cardsOf([...generated.values()], busy, steps);
    mirror.changed();
    onChange();
  }
  async function remove(id: string): Promise<void> {
    const document = generated.get(id);
    if (!document) return;
    generated.delete(id);
    busy.delete(id);
    changed();
    await documents.keep(document);
    await documents.remove(document);
  }
  /** Takes in what another program wrote under the key: drafts that are new, changed, or gone. */
  async function takeIn(value: string | null): Promise<void> {
    const foreign = draftsOfJson(value);
    if (foreign === null) return;
    for (const id of generated.keys()) if (!foreign.some((draft) => draft.id === id)) await remove(id);
    for (const [index, draft] of foreign.entries()) {
      const known = generated.get(draft.id);
      await write(draft, known ? readOrigin(known) : { ...noOrigin, index, madeAt: clock.now() });
    }
    changed();
  }

  const mirror = createMirror({
    ...{ key: 'generatedDrafts', storage, timers },
    read: () => (cards.length === 0 ? null : JSON.stringify(cards.map(({ draft }) => draft))),
    takeIn: (value) => void orNothing(takeIn(value), undefined),
  });
  for (const id of await documents.list('draft')) await load(id);
  changed();
  mirror.check();

  documents.onForeign(async ({ id, kind, isRemoved }) => {
    if (kind !== 'draft' || !isGeneratedDraft(id)) return;
    if (isRemoved) generated.delete(draftIdOf(id));
    else await load(id);
    changed();
  });

  return {
    cards: () => cards,
    find: (id) => generated.get(id) ?? null,
    async make(order, isAsked = false) {
      const drafts = await draftsOfAnswer(options.parseDrafts, order, isAsked);
      const madeAt = clock.now();
      for (const [index, draft] of drafts.entries()) {
        const id = draftId(order.source, index);
        if (generated.has(id) || (!isAsked && (await documents.isKnown(generatedDocumentId(id))))) continue;
        await write({ ...draft, id }, { ...originOf(order), index, madeAt });
      }
      changed();
      return drafts;
    },
    async change(id, run) {
      const document = generated.get(id);
      if (!document) return;
      run(document);
      changed();
      await documents.keep(document);
    },
    setBusy(id, now) {
      busy.set(id, now);
      changed();
    },
    remove,
    async removeAll(ids) {
      for (const id of ids) await remove(id);
    },
    flush: () => mirror.flush(),
  };
}

/** The documents of the generated drafts, by the draft's id. */
function createGenerated(documents: OpenDocuments) {
  const generated = new Map<string, GeneratedDocument>();
  return {
    generated,
    /** Opens a document if it is a generated draft. */
    async load(documentId: string): Promise<void> {
      if (isGeneratedDraft(documentId)) generated.set(draftIdOf(documentId), await documents.open('draft', documentId));
    },
    /** Writes a draft to the disk. Throws NotKeptError. */
    async write(draft: GeneratedDraft, origin: DraftOrigin): Promise<void> {
      const document = await documents.open('draft', generatedDocumentId(draft.id));
      writeDraft(document, draft, origin);
      generated.set(draft.id, document);
      await documents.keep(document);
    },
  };
}

const noOrigin: DraftOrigin = {
  runId: '',
  step: null,
  model: null,
  promptVersion: 0,
  index: 0,
  madeAt: 0,
  targetMarket: '',
  productApp: '',
  productAppUrl: '',
  categoryId: null,
};

/**
 * Reads the drafts of an answer. An answer that cannot be read becomes one draft as a whole, but not when the owner
 * asks again (`isAsked`): that draft exists already.
 */
async function draftsOfAnswer(
  read: AdminPorts['parseDrafts'],
  { source, output }: DraftOrder,
  isAsked: boolean,
): Promise<readonly GeneratedDraft[]> {
  // Loaded only when needed, because it brings all code that reads Markdown.
  const { fallbackDraft, parseDrafts } = await import('#shared/workflow/drafts/parse-drafts.ts');
  const { drafts } = output.length < READ_HERE ? parseDrafts(output, source) : await read(output, source);
  const whole = drafts.length === 0 && !isAsked ? fallbackDraft(output, source) : null;
  return whole ? [whole] : drafts;
}

/** Reads the drafts under the key of localStorage; null when the value is not a list. */
function draftsOfJson(value: string | null): GeneratedDraft[] | null {
  const list = value === null ? [] : parsedJson(value);
  return Array.isArray(list) ? list.flatMap((entry) => draftOfJson(entry) ?? []) : null;
}

/** Newest first, within one answer in the order they were written. */
function cardsOf(
  generated: readonly GeneratedDocument[],
  busy: ReadonlyMap<string, DraftCard['busy']>,
  steps: StepList,
): DraftCard[] {
  const refining = stepWithRole(steps, 'refines')?.id;
  return generated
    .map((document) => ({ document, draft: readDraft(document), origin: readOrigin(document) }))
    .sort((a, b) => b.origin.madeAt - a.origin.madeAt || a.origin.index - b.origin.index)
    .flatMap(({ document, draft, origin: { step, runId, madeAt, targetMarket, categoryId } }) => {
      if (draft === null) return [];
      const postId = postIdIn(document);
      const isLeft = postId === null && leftKeyIn(document) !== null;
      const isRefined = step !== null && step === refining;
      const isPublished = isPublishedIn(document);
      const earlier = earlierDrafts(document);
      const judged = judgedIn(document);
      const origin = { runId, madeAt, targetMarket, categoryId };
      const isUnjudged = postId === null && isLeftUnjudged(document);
      const made = { draft, earlier, isRefined, postId, isPublished, judged, isUnjudged, isLeft, origin };
      return [{ ...made, busy: busy.get(draft.id) ?? null }];
    });
}
