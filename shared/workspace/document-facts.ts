import type { DocumentKind } from '#shared/contract/workspace.ts';
import type { Codex } from '#shared/kernel/codex.ts';
import { type CodexDocument, isCodexUnusable, savedCodex } from './codex-document.ts';
import { openDocument, type WorkspaceDocument } from './document.ts';
import { type DraftDocument, discardDraft, discardedAt, readTexts, takeBackDraft } from './post-draft.ts';
import { type PromptDocument, savedPrompt, savePrompt } from './prompt-document.ts';
import type { DocumentName } from './store-port.ts';

/** The facts about a document for a list of documents. */
export interface DocumentFacts {
  /** The document's name; empty when the document does not give one. */
  name: string;
  /** The time since which a draft lies in the bin, in milliseconds since 1970; null for a draft that does not. */
  discardedAt: number | null;
  /** The prompt that counts; empty for other kinds. */
  prompt: string;
  /** The codex that counts; null for other kinds, and when none was saved. */
  codex: { saved: Codex; at: number } | 'unusable' | null;
}

/**
 * A change that is not typed: moving a draft out of the bin or into it, or saving another prompt under a unique name.
 */
export type DocumentChange =
  | { does: 'take-back' }
  | { does: 'discard' }
  | { does: 'save-prompt'; name: string; prompt: string };

/** Returns the facts about a document from its updates. */
export function describe(name: DocumentName, updates: readonly Uint8Array[]): DocumentFacts {
  const document = openDocument(name, updates);
  return {
    name: nameOf(document),
    discardedAt: isDraft(document) ? discardedAt(document) : null,
    prompt: isPrompt(document) ? savedPrompt(document) : '',
    codex: isCodex(document) ? codexIn(document) : null,
  };
}

function codexIn(document: CodexDocument): DocumentFacts['codex'] {
  const state = savedCodex(document);
  if (state) return { saved: state.codex, at: state.at };
  return isCodexUnusable(document) ? 'unusable' : null;
}

/**
 * Returns the whole document together with a change, made at a given time, as one update: a device that has forgotten
 * the document gets all of it again, and no deletion covers it.
 */
export function changeWhole(
  name: DocumentName,
  updates: readonly Uint8Array[],
  { change, at }: { change: DocumentChange; at: number },
): Uint8Array {
  const document = openDocument(name, updates);
  if (change.does === 'take-back' && isDraft(document)) takeBackDraft(document);
  if (change.does === 'discard' && isDraft(document)) discardDraft(document, at);
  if (change.does === 'save-prompt' && isPrompt(document)) savePrompt(document, change.name, change.prompt);
  document.touch(at);
  return document.encode();
}

const isKind = <Kind extends DocumentKind>(
  document: WorkspaceDocument,
  kind: Kind,
): document is WorkspaceDocument<Kind> => document.kind === kind;
const isDraft = (document: WorkspaceDocument): document is DraftDocument => isKind(document, 'draft');
const isPrompt = (document: WorkspaceDocument): document is PromptDocument => isKind(document, 'prompt');
const isCodex = (document: WorkspaceDocument): document is CodexDocument => isKind(document, 'codex');

function nameOf(document: WorkspaceDocument): string {
  if (isDraft(document)) return readTexts(document).title.trim();
  const form = document.kind === 'run' ? document.field('form') : null;
  if (typeof form !== 'object' || form === null || Array.isArray(form)) return '';
  const { targetMarket, productApp } = form as { readonly [key: string]: unknown };
  return [targetMarket, productApp].filter((part) => typeof part === 'string' && part.trim() !== '').join(', ');
}
