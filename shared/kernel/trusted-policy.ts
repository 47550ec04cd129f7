/** The name under which our pages make HTML that a browser takes for trusted (W3C Trusted Types); no other may. */
export const TRUSTED_POLICY = 'ninefold';
