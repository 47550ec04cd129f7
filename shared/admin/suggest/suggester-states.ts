import type * as Y from 'yjs';
import type { AiTokens } from '#shared/contract/ai.ts';
import type { AnswerOf } from '#shared/contract/endpoint.ts';
import type { estimateSuggestion, Suggestion, SuggestionKind } from '#shared/contract/suggestions.ts';
import type { PostValues } from '#shared/workspace/post-values.ts';
import type { TextAnchor } from '#shared/workspace/text-anchor.ts';
import type { ReadableStore } from '../ports.ts';
import type { AskedSuggestion } from './kept-suggestion.ts';

/** The post a suggester works on. */
export interface SuggestedPost {
  /** The name of the form, the same when it is opened again. */
  place(): string;
  /** 0 for one that is not stored yet. */
  id(): number;
  values(): PostValues;
  text(): Y.Text;
  /** What is selected in the text. */
  selection(): { start: number; end: number };
  /** Writes fields, as one step of undo. */
  setValues(values: Partial<PostValues>): void;
  mayChange(): boolean;
}

/** What is to be asked for. */
export interface Wish {
  readonly kind: SuggestionKind;
  readonly language: string;
  readonly command: string;
  readonly anchor: TextAnchor;
  /** Whether all of the text is meant, and not a part that was selected. */
  readonly isWhole: boolean;
  /** Whether it is for the featured picture's alternative text. */
  readonly isFeatured: boolean;
}

/** What it will cost, as far as that is known. */
export type Price =
  | { readonly kind: 'unknown' }
  | { readonly kind: 'asking' }
  | { readonly kind: 'known'; readonly foreseen: AnswerOf<typeof estimateSuggestion> }
  /** It would be refused, and says why. */
  | { readonly kind: 'refused'; readonly message: string };

/** A single edit of an answer. */
export interface EditMark {
  readonly quote: string;
  readonly replacement: string;
  readonly why: string;
  /** Null where its place could not be found when the answer came. */
  readonly anchor: TextAnchor | null;
  readonly is: 'open' | 'taken' | 'left' | 'changed';
}

/** An answer as the card shows it. */
export type ShownAnswer =
  | Exclude<Suggestion, { shape: 'edits' }>
  | { readonly shape: 'edits'; readonly edits: readonly EditMark[] };

export type SuggesterState =
  | { readonly kind: 'closed' }
  | {
      readonly kind: 'wishing';
      readonly wish: Wish;
      readonly price: Price;
      /** What was asked for before, which stays until this is bought. */
      readonly before?: PaidState | undefined;
    }
  | {
      readonly kind: 'asking';
      readonly asked: AskedSuggestion;
      readonly output: string;
      /** `slow`: no word has come for long; the server asks a busy provider again by itself. `unanswered`: it is asked again. */
      readonly how: 'asking' | 'slow' | 'unanswered';
    }
  | {
      readonly kind: 'answered';
      readonly asked: AskedSuggestion;
      readonly answer: ShownAnswer;
      readonly usage: AiTokens;
      readonly model: string;
      /** The text it is about is no longer what it was. */
      readonly isChanged: boolean;
    }
  | {
      readonly kind: 'failed';
      readonly asked: AskedSuggestion;
      /** What had come of the answer. */
      readonly output: string;
      readonly message: string;
      /** Whether trying again is another purchase; else it asks for the same once more. */
      readonly isOver: boolean;
    };

/** What has come of a call. */
export type PaidState = Extract<SuggesterState, { kind: 'answered' | 'failed' }>;

/** Help inside one post: at most one suggestion at a time. */
export interface Suggester extends ReadableStore<SuggesterState> {
  /** Opens the card for something to be asked for; what is selected now is what it is about. */
  open(kind: SuggestionKind, given?: { isFeatured?: boolean; command?: string; ofWhole?: boolean }): void;
  /** Changes what is to be asked for, and has its price asked. */
  change(given: Partial<Pick<Wish, 'language' | 'command'>>): void;
  /** Buys it. */
  ask(): Promise<void>;
  stop(): void;
  /** The same once more: where that is another purchase, its price is shown first. */
  tryAgain(): Promise<void>;
  /** Leaves what is to be asked for: goes back to what was there, or closes the card. */
  back(): void;
  /** The same on the text as it is now; opens the card with its price. */
  askAboutNew(): void;
  /** Puts the text in. Where it now stands; null where the text has changed and nothing was put in. */
  take(): { start: number; end: number } | null;
  /** Puts one of several into its field. */
  choose(choice: string): void;
  takeEdit(index: number): { start: number; end: number } | null;
  leaveEdit(index: number): void;
  /** The post has changed: looks whether the text is still what was asked about. */
  look(): void;
  discard(): void;
  /** Goes on with what was asked for in this form before. */
  resume(): Promise<void>;
  /** The form is left: nothing is listened to any more, and what was asked for stays for when it is opened again. */
  leave(): void;
}
