/** The classes of shared/ui/categories.css that the owner can choose from. */
export const categoryColors = [
  ['category-technology', 'Blue'],
  ['category-career', 'Indigo'],
  ['category-mental-health', 'Violet'],
  ['category-entertainment', 'Orchid'],
  ['category-lifestyle', 'Pink'],
  ['category-relationships', 'Rose'],
  ['category-fitness', 'Red'],
  ['category-food-nutrition', 'Amber'],
  ['category-personal-development', 'Gold'],
  ['category-home-garden', 'Olive'],
  ['category-finance', 'Green'],
  ['category-health', 'Jade'],
  ['category-travel', 'Teal'],
  ['category-education', 'Sea'],
  ['category-business', 'Sky'],
] as const;

/** The icons that the reading site has for categories; it draws any other value as its nine-cell sheet. */
export const categoryIcons = [
  ['grid-3x3', 'Nine cells'],
  ['brain', 'Brain'],
  ['briefcase-business', 'Briefcase'],
  ['clapperboard', 'Clapperboard'],
  ['coffee', 'Coffee'],
  ['coins', 'Coins'],
  ['compass', 'Compass'],
  ['cpu', 'Chip'],
  ['dumbbell', 'Dumbbell'],
  ['graduation-cap', 'Graduation cap'],
  ['handshake', 'Handshake'],
  ['heart-pulse', 'Heart'],
  ['house', 'House'],
  ['milestone', 'Signpost'],
  ['sprout', 'Sprout'],
  ['utensils', 'Cutlery'],
] as const;
