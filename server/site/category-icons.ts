/** The names of the drawings for categories. */
const CATEGORY_ICONS = [
  'brain',
  'briefcase-business',
  'clapperboard',
  'coffee',
  'coins',
  'compass',
  'cpu',
  'dumbbell',
  'graduation-cap',
  'grid-3x3',
  'handshake',
  'heart-pulse',
  'house',
  'milestone',
  'sprout',
  'utensils',
] as const;

export type CategoryIconName = (typeof CATEGORY_ICONS)[number];

/** Returns the drawing of a category's icon. An unknown icon is drawn as the nine-cell sheet. */
export function categoryIconName(icon: string): CategoryIconName {
  return CATEGORY_ICONS.find((known) => known === icon) ?? 'grid-3x3';
}
