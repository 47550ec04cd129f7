/** A line that is nothing but a fence's end. */
const FENCE = /^>{3,}$/gm;

/**
 * Material of a prompt under its name, fenced off; nothing where it is blank. The fence is longer than any in the material, so
 * that what the material says cannot come to stand outside of it.
 */
export function promptPart(name: string, text: string): string[] {
  if (text.trim() === '') return [];
  const longest = Math.max(2, ...[...text.matchAll(FENCE)].map(([fence]) => fence.length));
  return [`${name}:\n${'<'.repeat(longest + 1)}\n${text}\n${'>'.repeat(longest + 1)}`];
}
