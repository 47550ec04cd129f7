import type { DocumentKind } from '#shared/contract/workspace.ts';
import { CODEX_LISTS, CODEX_PROSE, type CodexText } from '#shared/kernel/codex.ts';
import { type FieldsWith, fieldsWith } from '#shared/kernel/post-field-table.ts';

/**
 * The long texts of each kind, which are merged letter by letter, because they are typed or grow; every other field is
 * replaced whole, also a long one that is given all at once: two devices that give it would else have it twice. Outputs
 * of a run are named by their step's id and their attempt; earlier programs named steps by a number. `prompt` and
 * `prompt:<step>` are the earlier ones.
 */
export interface TextNames {
  draft: FieldsWith<{ isLettered: true }>;
  prompt: 'prompt' | `typed:${string}`;
  run: `prompt:${string}` | `output:${string}`;
  preferences: never;
  codex: CodexText;
}

const textNames: Record<DocumentKind, RegExp> = {
  draft: new RegExp(`^(${fieldsWith({ isLettered: true }).join('|')})$`),
  prompt: /^(prompt|typed:[\w.-]{1,100})$/,
  run: /^(prompt:[a-z\d-]{1,60}|output:[a-z\d-]{1,60}(:\d{1,4})?)$/,
  preferences: /^(?!)/,
  codex: new RegExp(`^(${[...CODEX_PROSE, ...CODEX_LISTS].join('|')})$`),
};

/** Whether a kind of document keeps a name as a long text. */
export function isTextName(kind: DocumentKind, name: string): boolean {
  return textNames[kind].test(name);
}
