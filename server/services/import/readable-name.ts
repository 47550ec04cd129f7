/** A key such as "britta-gustafson" as a name, "Britta Gustafson"; anything else is a name already. */
export function readableName(key: string): string {
  if (!/^[a-z]+(?:-[a-z]+)*$/.test(key)) return key;
  return key
    .split('-')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ');
}
