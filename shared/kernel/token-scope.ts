/**
 * The rights of a program's token, from the least to the most; each includes those before it. `propose`, the most an
 * agent may have, makes drafts and changes that wait for the owner; `write` makes drafts and uploads pictures,
 * `publish` changes existing posts.
 */
export const TOKEN_SCOPES = ['read', 'propose', 'write', 'publish'] as const;
export type TokenScope = (typeof TOKEN_SCOPES)[number];

/** An agent decides by itself what it does: it may at most read and propose. */
export const TOKEN_KINDS = ['program', 'agent'] as const;
export type TokenKind = (typeof TOKEN_KINDS)[number];

export function scopeReaches(scope: TokenScope, needed: TokenScope): boolean {
  return TOKEN_SCOPES.indexOf(scope) >= TOKEN_SCOPES.indexOf(needed);
}

export function scopesOf(kind: TokenKind): readonly TokenScope[] {
  return kind === 'agent' ? TOKEN_SCOPES.filter((scope) => scopeReaches('propose', scope)) : TOKEN_SCOPES;
}

/** The prefix of every token, so that a token published by mistake can be found. */
export const TOKEN_PREFIX = 'nf_';
