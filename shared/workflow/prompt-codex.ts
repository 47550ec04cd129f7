import { codexText, NO_CODEX } from '#shared/content/codex-text.ts';
import { type Codex, isEmptyCodex } from '#shared/kernel/codex.ts';

/** The codex of a run's category, as its prompts receive it. */
export interface PromptCodex {
  /** The replacement of `{{codex}}`; one sentence when the codex is empty. */
  readonly text: string;
  /** Whether the codex is appended to prompts that do not name it. */
  readonly isAppended: boolean;
}

/** Returns the codex for the value of `category` in a `ChainForm`. */
export type PromptCodexOf = (category: string | undefined) => PromptCodex;

export const noCodex: PromptCodex = { text: NO_CODEX, isAppended: false };

export function promptCodex(codex: Codex): PromptCodex {
  return { text: codexText(codex), isAppended: codex.isAppended && !isEmptyCodex(codex) };
}
