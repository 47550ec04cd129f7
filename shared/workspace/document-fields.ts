import type { DocumentKind } from '#shared/contract/workspace.ts';
import { type FieldsWith, fieldsWith } from '#shared/kernel/post-field-table.ts';

/**
 * The long texts of each kind, which are merged letter by letter, because they are typed or grow; every other field is
 * replaced whole, also a long one that is given all at once: two devices that give it would else have it twice. Outputs
 * of a run are named by their step, 1 to 9, and their attempt. `prompt` and `prompt:<step>` are names of earlier
 * versions of the app.
 */
export interface TextNames {
  draft: FieldsWith<{ isLettered: true }>;
  prompt: 'prompt' | `typed:${string}`;
  run: `prompt:${number}` | `output:${number}` | `output:${number}:${number}`;
  preferences: never;
}

const textNames: Record<DocumentKind, RegExp> = {
  draft: new RegExp(`^(${fieldsWith({ isLettered: true }).join('|')})$`),
  prompt: /^(prompt|typed:[\w.-]{1,100})$/,
  run: /^(prompt:[1-9]|output:[1-9](:\d{1,4})?)$/,
  preferences: /^(?!)/,
};

/** Whether a kind of document keeps a name as a long text. */
export function isTextName(kind: DocumentKind, name: string): boolean {
  return textNames[kind].test(name);
}
