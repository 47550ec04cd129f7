/** What of an AI provider's fault can be told apart, for whoever sets it up. */
export const providerFaults = [
  'key',
  'billing',
  'model',
  'not_reachable',
  'certificate',
  'refused_address',
  'redirect',
  'not_openai',
  'busy',
] as const;
export type ProviderFault = (typeof providerFaults)[number];
