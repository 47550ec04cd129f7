/**
 * What a token lets a program do, from the least to the most; each may do what those before it may. `propose`, what an
 * agent may do at the most, makes drafts and changes that wait for the owner; `write` makes drafts and uploads pictures,
 * `publish` changes posts there are.
 */
export const TOKEN_SCOPES = ['read', 'propose', 'write', 'publish'] as const;
export type TokenScope = (typeof TOKEN_SCOPES)[number];

/** An agent decides by itself what it does: it reads and proposes at the most. */
export const TOKEN_KINDS = ['program', 'agent'] as const;
export type TokenKind = (typeof TOKEN_KINDS)[number];

export function scopeReaches(scope: TokenScope, needed: TokenScope): boolean {
  return TOKEN_SCOPES.indexOf(scope) >= TOKEN_SCOPES.indexOf(needed);
}

export function scopesOf(kind: TokenKind): readonly TokenScope[] {
  return kind === 'agent' ? TOKEN_SCOPES.filter((scope) => scopeReaches('propose', scope)) : TOKEN_SCOPES;
}

/** What every token begins with, so that one which was published by mistake is found. */
export const TOKEN_PREFIX = 'nf_';
