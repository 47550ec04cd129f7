/**
 * Returns the number of the picture, of `total`, that a key leads to from number `index`: after the last comes the
 * first. Other keys stay at the same picture.
 */
export function stepTo(key: string, index: number, total: number): number {
  switch (key) {
    case 'ArrowRight':
      return (index + 1) % total;
    case 'ArrowLeft':
      return (index + total - 1) % total;
    case 'Home':
      return 0;
    case 'End':
      return total - 1;
    default:
      return index;
  }
}
