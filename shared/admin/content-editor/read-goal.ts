/** A number of words somebody means to write; null for what is none. */
export function readGoal(text: string): number | null {
  const digits = text.replace(/[\s,.]/g, '');
  const goal = /^\d{1,7}$/.test(digits) ? Number(digits) : 0;
  return goal >= 1 && goal <= 1_000_000 ? goal : null;
}
