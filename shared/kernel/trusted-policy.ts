/**
 * The name of the policy under which our pages make HTML that a browser trusts (W3C Trusted Types); no other policy
 * may.
 */
export const TRUSTED_POLICY = 'ninefold';
