/** Names of the drawings in the sprite: those of categories first, then those of buttons. */
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
export type IconName =
  | CategoryIconName
  | 'arrow-left'
  | 'arrow-right'
  | 'layout-grid'
  | 'menu'
  | 'moon'
  | 'pencil'
  | 'rows-3'
  | 'rss'
  | 'search'
  | 'share-2'
  | 'sun'
  | 'x';

interface IconProps {
  name: IconName;
  /** Gives the size; 1rem when absent. */
  className?: string;
}

/** A decorative icon in the colour of the text. It names a drawing of the page's sprite: readers load no icon code. */
export function Icon({ name, className = 'size-4' }: IconProps) {
  return (
    <svg className={className} aria-hidden="true" focusable="false">
      <use href={`#icon-${name}`} />
    </svg>
  );
}

/** A category's icon. What is not in our set is drawn as the nine-cell sheet. */
export function CategoryIcon({ icon, className }: { icon: string; className?: string }) {
  const name = CATEGORY_ICONS.find((known) => known === icon) ?? 'grid-3x3';
  return <Icon name={name} className={className} />;
}
