import { TRUSTED_POLICY } from '#shared/kernel/trusted-policy.ts';

/** Where a browser knows Trusted Types; others take text. */
interface TypesFactory {
  createPolicy(name: string, rules: { createHTML: (html: string) => string }): { createHTML(html: string): string };
}

let makeTrusted: ((html: string) => string) | undefined;

/**
 * Says to the browser that HTML is ours: sanitized by us, or read into a document that runs nothing. The one door, for both
 * the admin and the reading site; their policies (docs/rules.md, "Content security policy") take HTML from nowhere else.
 */
export function trusted(html: string): string {
  if (makeTrusted === undefined) {
    const { trustedTypes } = globalThis as { trustedTypes?: TypesFactory };
    const policy = trustedTypes?.createPolicy(TRUSTED_POLICY, { createHTML: (text) => text });
    makeTrusted = policy ? (text) => policy.createHTML(text) : (text) => text;
  }
  return makeTrusted(html);
}
