import { type CategoryIconName, categoryIconName } from '../category-icons.ts';

/** The names of the drawings in the sprite: those of categories, and those of buttons. */
export type IconName =
  | CategoryIconName
  | 'arrow-left'
  | 'arrow-right'
  | 'layout-grid'
  | 'menu'
  | 'monitor'
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
  /** Sets the size; 1rem when absent. */
  className?: string;
}

/**
 * A decorative icon in the colour of the text. It refers to a drawing of the page's sprite: readers load no icon code.
 */
export function Icon({ name, className = 'size-4' }: IconProps) {
  return (
    <svg className={className} aria-hidden="true" focusable="false">
      <use href={`#icon-${name}`} />
    </svg>
  );
}

/** A category's icon. */
export function CategoryIcon({ icon, className }: { icon: string; className?: string }) {
  return <Icon name={categoryIconName(icon)} className={className} />;
}
