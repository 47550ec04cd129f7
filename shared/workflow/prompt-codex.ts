import { codexText, NO_CODEX } from '#shared/content/codex-text.ts';
import { type Codex, isEmptyCodex } from '#shared/kernel/codex.ts';

/** What the prompts of a run are told of its category. */
export interface PromptCodex {
  /** Stands in the place of `{{codex}}`; one sentence where nothing was set down. */
  readonly text: string;
  /** It stands behind prompts that do not name it. */
  readonly isAppended: boolean;
}

/** By what `ChainForm` says of the category. */
export type PromptCodexOf = (category: string | undefined) => PromptCodex;

export const noCodex: PromptCodex = { text: NO_CODEX, isAppended: false };

export function promptCodex(codex: Codex): PromptCodex {
  return { text: codexText(codex), isAppended: codex.isAppended && !isEmptyCodex(codex) };
}
