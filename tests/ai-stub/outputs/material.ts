/** The material that the workflow's prompts contain between their tags. */
export interface Material {
  market: string;
  product: string;
  /** What the product does. */
  does: string;
  url: string;
}

/** Reads a prompt's material; a prompt that the owner wrote may contain none of it. */
export function materialOf(prompt: string): Material {
  const product = between(prompt, 'product_or_app');
  const line = (label: string) => new RegExp(`^${label}: (.+)$`, 'm').exec(product)?.[1]?.trim() ?? '';
  return {
    market: between(prompt, 'target_market') || 'people who want to begin something new',
    product: line('Name'),
    does: line('What it does'),
    url: line('Link'),
  };
}

function between(text: string, tag: string): string {
  const found = new RegExp(`<${tag}>\\s*([\\s\\S]*?)\\s*</${tag}>`).exec(text)?.[1] ?? '';
  return found.slice(0, 500);
}
