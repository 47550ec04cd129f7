/** Takes secrets out of a text. */
export type Redact = (text: string) => string;

/** Keys as providers write them, whole or masked in the middle ("sk-ab***9z"), with or without what announces them. */
const KEY_LIKE = /\b(?:sk|pk|rk|key|sess)-[\w*.\-…]{6,}|\bBearer\s+[^\s"',;]+/gi;

/**
 * Makes the function that every text from the provider's side passes before it is logged or shown: the key, whatever
 * looks like one, and the provider's address are replaced.
 */
export function createRedactor({
  apiKey,
  baseUrl,
}: {
  apiKey?: string | undefined;
  baseUrl?: string | undefined;
}): Redact {
  const host = baseUrl === undefined ? undefined : new URL(baseUrl).host;
  const secrets = [apiKey, baseUrl, host].filter((secret) => secret !== undefined && secret.length > 3) as string[];
  return (text) => {
    let clean = text;
    for (const secret of secrets) clean = clean.replaceAll(secret, '…');
    return clean.replace(KEY_LIKE, '…');
  };
}
