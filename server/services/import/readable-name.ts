/** Turns a key such as "britta-gustafson" into a name, "Britta Gustafson"; any other text is a name already. */
export function readableName(key: string): string {
  if (!/^[a-z]+(?:-[a-z]+)*$/.test(key)) return key;
  return key
    .split('-')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ');
}
