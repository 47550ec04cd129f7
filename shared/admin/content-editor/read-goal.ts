/** Reads the number of words that the owner means to write; null if the text is not such a number. */
export function readGoal(text: string): number | null {
  const digits = text.replace(/[\s,.]/g, '');
  const goal = /^\d{1,7}$/.test(digits) ? Number(digits) : 0;
  return goal >= 1 && goal <= 1_000_000 ? goal : null;
}
