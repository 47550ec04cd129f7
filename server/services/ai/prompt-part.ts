/** A line that consists only of the end of a fence. */
const FENCE = /^>{3,}$/gm;

/**
 * Material of a prompt, fenced off under its name; nothing when it is blank. The fence is longer than any fence in the
 * material, so that no text of the material can end up outside it.
 */
export function promptPart(name: string, text: string): string[] {
  if (text.trim() === '') return [];
  const longest = Math.max(2, ...[...text.matchAll(FENCE)].map(([fence]) => fence.length));
  return [`${name}:\n${'<'.repeat(longest + 1)}\n${text}\n${'>'.repeat(longest + 1)}`];
}
