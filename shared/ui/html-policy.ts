import { TRUSTED_POLICY } from '#shared/kernel/trusted-policy.ts';

/** The API of a browser that knows Trusted Types; others take text. */
interface TypesFactory {
  createPolicy(name: string, rules: { createHTML: (html: string) => string }): { createHTML(html: string): string };
}

let makeTrusted: ((html: string) => string) | undefined;

/**
 * Declares HTML to the browser as ours: we have sanitized it, or it is read into a document that runs nothing. This is
 * the only way for HTML, for both the admin and the reading site; their policies (docs/rules.md, "Content security
 * policy") accept HTML from nowhere else.
 */
export function trusted(html: string): string {
  if (makeTrusted === undefined) {
    const { trustedTypes } = globalThis as { trustedTypes?: TypesFactory };
    const policy = trustedTypes?.createPolicy(TRUSTED_POLICY, { createHTML: (text) => text });
    makeTrusted = policy ? (text) => policy.createHTML(text) : (text) => text;
  }
  return makeTrusted(html);
}
