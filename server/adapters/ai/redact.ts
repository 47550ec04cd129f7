/** Removes secrets from a text. */
export type Redact = (text: string) => string;

/**
 * Keys as providers write them, whole or masked in the middle ("sk-ab***9z"), with or without a prefix such as
 * "Bearer".
 */
const KEY_LIKE = /\b(?:sk|pk|rk|key|sess)-[\w*.\-…]{6,}|\bBearer\s+[^\s"',;]+/gi;

/**
 * Creates the function that every text from the provider must pass before it is logged or shown. It replaces the key,
 * anything that looks like a key, and the provider's address.
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
