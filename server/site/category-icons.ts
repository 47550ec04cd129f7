/** Names of the drawings there are for categories. */
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

/** The drawing of a category's icon. What is not in our set is drawn as the nine-cell sheet. */
export function categoryIconName(icon: string): CategoryIconName {
  return CATEGORY_ICONS.find((known) => known === icon) ?? 'grid-3x3';
}
