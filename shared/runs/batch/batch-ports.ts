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

/** A batch as its queue has it. */
export interface QueuedBatch {
  readonly state: BatchState;
  readonly limitUsd: number | null;
  readonly atOnce: number;
  /** Whether it is driven here; else whatever is under way here is let go of. */
  readonly isOurs: boolean;
}

/** A draft that a topic's run has written. */
export interface BatchDraft {
  id: string;
  title: string;
  judged: JudgedCounts | null;
}

/** A step's prompt as a topic's run began with it. */
export interface StepPrompt {
  prompt: string;
  /** Its version on the server, from 1; 0 where it is not known. */
  version: number;
}

export type StepPrompts = Readonly<Record<string, StepPrompt>>;

/** A topic of a batch. */
export interface QueuedItem {
  /** From 1. */
  number: number;
  form: BatchForm;
  categoryId: number | null;
  /** The prompts of its run by step; null before it began. */
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

/** The queue of one batch, which the server keeps whoever drives it. Everything throws where it cannot be reached. */
export interface BatchQueue {
  /** Null for one that is not there any more. */
  find(): Promise<QueuedBatch | null>;
  /** The first topic that waits, or was under way for somebody and is not among these; null for none. */
  next(underWay: readonly number[]): Promise<QueuedItem | null>;
  change(number: number, change: ItemChange): Promise<void>;
  /** Ends what goes on: it is done, or rests for this reason. */
  rest(to: { state: 'done' | 'paused'; reason: string | null }): Promise<void>;
  /** What each topic has cost so far in USD, by its number; null where no price is known. */
  costs(): Promise<ReadonlyMap<number, number | null>>;
}

/** A document of the workspace as whoever drives a batch has it open. */
export interface BatchDocument<Kind extends DocumentKind> {
  readonly document: WorkspaceDocument<Kind>;
  /** `unknown`: nobody ever wrote it. */
  state(): 'unknown' | 'living' | 'deleted';
  /** Puts down what was written here, and tells every device. Throws NotKeptError. */
  keep(): Promise<void>;
  /** Takes in what others have written. */
  refresh(): Promise<void>;
}

export interface BatchDocuments {
  open<Kind extends DocumentKind>(kind: Kind, id: string): Promise<BatchDocument<Kind>>;
}

/** The words of a draft that a second reader is given. */
export interface DraftWords {
  title: string;
  excerpt: string;
  content: string;
}

/** The drafts of topics. */
export interface BatchDrafts {
  /**
   * Makes the drafts of a step's output, each with the topic's category and with what the judge counts in it; one that is
   * there stays as it is, and one that was deleted stays deleted. Gives what the output holds. Throws NotKeptError.
   */
  make(order: DraftOrder, item: Pick<QueuedItem, 'categoryId'>): Promise<BatchDraft[]>;
  /** Null for one that is gone. */
  words(id: string): Promise<DraftWords | null>;
  /** Notes how much a second reader has found in it. Throws NotKeptError. */
  noteRead(id: string, findings: number): Promise<void>;
}

/** A draft as it is given to a second reader. */
export interface DraftReading extends DraftWords {
  /** Its workspace document. */
  document: string;
  runId: string;
  categoryId: number | null;
}

/** A second reader of drafts that nobody has pressed for. Each throws where it may not read, or could not. */
export interface BatchReader {
  /** Whether the owner's switch allows it. */
  isAllowed(): Promise<boolean>;
  /** USD a reading can cost at the most; null where no price is known. */
  mostCost(reading: DraftReading): Promise<number | null>;
  /** Buys it once for this key; gives how much was found. */
  read(reading: DraftReading, key: string): Promise<number>;
}

/** What a host gives to drive a batch. */
export interface BatchPorts {
  clock: Clock;
  timers: Timers;
  steps: StepList;
  /** The name under which it claims runs (`batchDriver` for a device). */
  driver: string;
  queue: BatchQueue;
  documents: BatchDocuments;
  /** Calls of one run. `onFault`: what of the provider a call has failed by; undefined where it was something else. */
  createCalls(onFault: (reason: ProviderFault | undefined) => void): StepCalls;
  /**
   * USD a step can cost at the most, by its prompt and the longest answer; null where no price is known. Throws where it could
   * not be bought, with `isLimited` also for a model whose cost nobody knows.
   */
  mostCost(prompt: string, step: string, isLimited: boolean): Promise<number | null>;
  /** Whether a call was ever made with this key. */
  isKnown(key: string): Promise<boolean>;
  /** The prompts that count now, by step. Throws where they cannot be had. */
  promptsNow(): Promise<StepPrompts>;
  /** What prompts are told of a category; 0 for none. */
  codexOf(categoryId: number): Promise<PromptCodex>;
  drafts: BatchDrafts;
  reader: BatchReader;
  /** What an error that a port has thrown says; null for one of which nothing is known. */
  faultOf(error: unknown): RunFault | null;
  onError(error: unknown): void;
}

/** The name under which the server claims the runs it drives. */
export const SERVER_DRIVER = 'server';
const OF_DEVICE = ':batch';

/**
 * The name under which a device claims runs of batches: another than that of the device, whose screen watches them like those of
 * anybody else.
 */
export function batchDriver(device: string): string {
  return device + OF_DEVICE;
}

/** The run of a topic: named so that whoever drives the batch finds it again. */
export function batchRunId(batchId: string, number: number): string {
  return `${batchId}-${number}`;
}

/** Whether somebody has gone on with a run of a batch by hand, which no driver of batches takes away from them. */
export function isTakenByHand(document: RunDocument): boolean {
  const by = document.field('drivenBy');
  return typeof by === 'string' && by !== SERVER_DRIVER && !by.endsWith(OF_DEVICE);
}
