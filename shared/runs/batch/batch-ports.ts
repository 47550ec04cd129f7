import type { BatchForm, BatchItemState, BatchState, JudgedCounts } from '#shared/contract/ai-batches.ts';
import type { DocumentKind } from '#shared/contract/workspace.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import type { ProviderFault } from '#shared/kernel/errors.ts';
import type { Timers } from '#shared/kernel/timers.ts';
import type { PromptCodex } from '#shared/workflow/prompt-codex.ts';
import type { RunFault } from '#shared/workflow/run-states.ts';
import type { StepList } from '#shared/workflow/steps.ts';
import type { WorkspaceDocument } from '#shared/workspace/document.ts';
import type { DraftOrder } from '../draft-order.ts';
import type { RunDocument } from '../run-document.ts';
import type { StepCalls } from '../step-calls-port.ts';

/** A batch as its queue stores it. */
export interface QueuedBatch {
  readonly state: BatchState;
  readonly limitUsd: number | null;
  readonly atOnce: number;
  /** Whether this host drives the batch. If not, this host lets go of the runs that it has under way. */
  readonly isOurs: boolean;
}

/** A draft that a topic's run has written. */
export interface BatchDraft {
  id: string;
  title: string;
  judged: JudgedCounts | null;
}

/** The prompt of a step as it was when the topic's run began. */
export interface StepPrompt {
  prompt: string;
  /** The prompt's version on the server, from 1; 0 when it is not known. */
  version: number;
}

export type StepPrompts = Readonly<Record<string, StepPrompt>>;

/** A topic of a batch. */
export interface QueuedItem {
  /** From 1. */
  number: number;
  form: BatchForm;
  categoryId: number | null;
  /** The prompts of the topic's run, by step; null before the run has begun. */
  prompts: StepPrompts | null;
  drafts: BatchDraft[];
}

export interface ItemChange {
  state?: BatchItemState;
  reason?: string | null;
  prompts?: StepPrompts | null;
  stepsDone?: number;
  drafts?: BatchDraft[];
}

/**
 * The queue of one batch. The server keeps it, whoever drives the batch. Every call throws when the server cannot be
 * reached.
 */
export interface BatchQueue {
  /** Returns null when the batch no longer exists. */
  find(): Promise<QueuedBatch | null>;
  /**
   * Returns the first topic that is waiting, or that was under way for any driver and is not in `underWay`; null when
   * there is none.
   */
  next(underWay: readonly number[]): Promise<QueuedItem | null>;
  change(number: number, change: ItemChange): Promise<void>;
  /** Ends the running of the batch: it is done, or it is paused for this reason. */
  rest(to: { state: 'done' | 'paused'; reason: string | null }): Promise<void>;
  /** The cost of each topic so far in USD, by the topic's number; null when no price is known. */
  costs(): Promise<ReadonlyMap<number, number | null>>;
}

/** A workspace document, opened by the driver of a batch. */
export interface BatchDocument<Kind extends DocumentKind> {
  readonly document: WorkspaceDocument<Kind>;
  /** `unknown`: nobody has ever written the document. */
  state(): 'unknown' | 'living' | 'deleted';
  /** Stores what was written here, and tells every device. Throws NotKeptError. */
  keep(): Promise<void>;
  /** Takes in the changes of other writers. */
  refresh(): Promise<void>;
}

export interface BatchDocuments {
  open<Kind extends DocumentKind>(kind: Kind, id: string): Promise<BatchDocument<Kind>>;
}

/** The words of a draft that a second reader receives. */
export interface DraftWords {
  title: string;
  excerpt: string;
  content: string;
}

/** The drafts of topics. */
export interface BatchDrafts {
  /**
   * Makes the drafts of a step's output, each with the topic's category and with the judge's counts. An existing draft
   * stays as it is, and a deleted draft stays deleted. Returns the drafts that the output holds. Throws NotKeptError.
   */
  make(order: DraftOrder, item: Pick<QueuedItem, 'categoryId'>): Promise<BatchDraft[]>;
  /** Returns null when the draft is gone. */
  words(id: string): Promise<DraftWords | null>;
  /** Notes the number of findings of a second reader in the draft. Throws NotKeptError. */
  noteRead(id: string, findings: number): Promise<void>;
}

/** A draft in the form in which a second reader receives it. */
export interface DraftReading extends DraftWords {
  /** The id of the draft's workspace document. */
  document: string;
  runId: string;
  categoryId: number | null;
}

/**
 * A second reader that reads drafts by itself, without a click of the owner. Each call throws when the reading is not
 * allowed or has failed.
 */
export interface BatchReader {
  /** Whether the owner's switch allows it. */
  isAllowed(): Promise<boolean>;
  /** The highest possible cost of a reading in USD; null when no price is known. */
  mostCost(reading: DraftReading): Promise<number | null>;
  /** Buys the reading once for this key; returns the number of findings. */
  read(reading: DraftReading, key: string): Promise<number>;
}

/** The parts that a host supplies in order to drive a batch. */
export interface BatchPorts {
  clock: Clock;
  timers: Timers;
  steps: StepList;
  /** The name under which the host claims runs (`batchDriver` for a device). */
  driver: string;
  queue: BatchQueue;
  documents: BatchDocuments;
  /**
   * Makes the calls of one run. `onFault` receives the provider's fault by which a call has failed; undefined when the
   * fault was not the provider's.
   */
  createCalls(onFault: (reason: ProviderFault | undefined) => void): StepCalls;
  /**
   * The highest possible cost of a step in USD, for its prompt and the longest answer; null when no price is known.
   * Throws when the step could not be bought; with `isLimited`, also for a model whose cost is not known.
   */
  mostCost(prompt: string, step: string, isLimited: boolean): Promise<number | null>;
  /** Whether any call was ever made with this key. */
  isKnown(key: string): Promise<boolean>;
  /** The current prompts, by step. Throws when they cannot be loaded. */
  promptsNow(): Promise<StepPrompts>;
  /** The codex that prompts receive for a category; 0 stands for no category. */
  codexOf(categoryId: number): Promise<PromptCodex>;
  drafts: BatchDrafts;
  reader: BatchReader;
  /** The fault that an error of a port describes; null for an error of which nothing is known. */
  faultOf(error: unknown): RunFault | null;
  onError(error: unknown): void;
}

/** The name under which the server claims the runs it drives. */
export const SERVER_DRIVER = 'server';
const OF_DEVICE = ':batch';

/**
 * Returns the name under which a device claims runs of batches. It differs from the name of the device itself, so that
 * the device's screen watches these runs like the runs of any other driver.
 */
export function batchDriver(device: string): string {
  return device + OF_DEVICE;
}

/**
 * Returns the id of a topic's run. The id is built from the batch and the topic's number, so that any driver of the
 * batch finds the run again.
 */
export function batchRunId(batchId: string, number: number): string {
  return `${batchId}-${number}`;
}

/** Whether somebody has continued a run of a batch by hand. No driver of batches takes such a run away from them. */
export function isTakenByHand(document: RunDocument): boolean {
  const by = document.field('drivenBy');
  return typeof by === 'string' && by !== SERVER_DRIVER && !by.endsWith(OF_DEVICE);
}
