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
  /** Returns the name of the form, which is the same when the form is opened again. */
  place(): string;
  /** Returns the post's id; 0 for a post that is not stored yet. */
  id(): number;
  values(): PostValues;
  text(): Y.Text;
  /** Returns what is selected in the text. */
  selection(): { start: number; end: number };
  /** Writes fields, as one undo step. */
  setValues(values: Partial<PostValues>): void;
  mayChange(): boolean;
}

/** What is going to be asked for. */
export interface Wish {
  readonly kind: SuggestionKind;
  readonly language: string;
  readonly command: string;
  readonly anchor: TextAnchor;
  /** Whether the whole text is meant, not a selected part. */
  readonly isWhole: boolean;
  /** Whether the wish is for the featured picture's alternative text. */
  readonly isFeatured: boolean;
}

/** The expected cost of a wish, as far as it is known. */
export type Price =
  | { readonly kind: 'unknown' }
  | { readonly kind: 'asking' }
  | { readonly kind: 'known'; readonly foreseen: AnswerOf<typeof estimateSuggestion> }
  /** The call would be refused; `message` says why. */
  | { readonly kind: 'refused'; readonly message: string };

/** A single edit of an answer. */
export interface EditMark {
  readonly quote: string;
  readonly replacement: string;
  readonly why: string;
  /** Null if the place of the edit could not be found when the answer came. */
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
      /** The former answer, which stays until this wish is bought. */
      readonly before?: PaidState | undefined;
    }
  | {
      readonly kind: 'asking';
      readonly asked: AskedSuggestion;
      readonly output: string;
      /**
       * `slow`: no text has arrived for long; the server itself retries a busy provider. `unanswered`: the server is
       * asked again.
       */
      readonly how: 'asking' | 'slow' | 'unanswered';
    }
  | {
      readonly kind: 'answered';
      readonly asked: AskedSuggestion;
      readonly answer: ShownAnswer;
      readonly usage: AiTokens;
      readonly model: string;
      /** Whether the text that the answer is about has changed. */
      readonly isChanged: boolean;
    }
  | {
      readonly kind: 'failed';
      readonly asked: AskedSuggestion;
      /** The part of the answer that arrived. */
      readonly output: string;
      readonly message: string;
      /** Whether trying again is another purchase; if not, it asks for the same answer once more. */
      readonly isOver: boolean;
    };

/** The state after a call has ended. */
export type PaidState = Extract<SuggesterState, { kind: 'answered' | 'failed' }>;

/** The model's help inside one post: at most one suggestion at a time. */
export interface Suggester extends ReadableStore<SuggesterState> {
  /** Opens the card for a kind of suggestion; the suggestion is about what is selected now. */
  open(kind: SuggestionKind, given?: { isFeatured?: boolean; command?: string; ofWhole?: boolean }): void;
  /** Changes what is going to be asked for, and fetches its price. */
  change(given: Partial<Pick<Wish, 'language' | 'command'>>): void;
  /** Buys the suggestion. */
  ask(): Promise<void>;
  stop(): void;
  /** Asks for the same once more; if that is another purchase, its price is shown first. */
  tryAgain(): Promise<void>;
  /** Drops the wish: goes back to the former answer, or closes the card. */
  back(): void;
  /** Asks for the same about the text as it is now; opens the card with the price. */
  askAboutNew(): void;
  /** Inserts the text. Returns where it now is; null if the text has changed and nothing was inserted. */
  take(): { start: number; end: number } | null;
  /** Puts one of several answers into its field. */
  choose(choice: string): void;
  takeEdit(index: number): { start: number; end: number } | null;
  leaveEdit(index: number): void;
  /** Called when the post has changed: checks whether the text is still the one that was asked about. */
  look(): void;
  discard(): void;
  /** Continues what was asked for in this form before. */
  resume(): Promise<void>;
  /** Called when the form is closed: stops listening. What was asked for stays until the form is opened again. */
  leave(): void;
}
