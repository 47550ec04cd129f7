import {
  ArrowLeft,
  ArrowRight,
  Brain,
  BriefcaseBusiness,
  Clapperboard,
  Coffee,
  Coins,
  Compass,
  Cpu,
  Dumbbell,
  GraduationCap,
  Grid3x3,
  Handshake,
  HeartPulse,
  House,
  LayoutGrid,
  type LucideIcon,
  Menu,
  Milestone,
  Moon,
  Pencil,
  Rows3,
  Rss,
  Search,
  Share2,
  Sprout,
  Sun,
  Utensils,
  X,
} from 'lucide-react';
import { renderToStaticMarkup } from 'react-dom/server';
import type { IconName } from '../components/icon.tsx';

/** The motif: a sheet folded into nine. Nine shapes, each drawn in one cell of 100 × 100 units. */
const FOLD_SHAPES = [
  'M0 0h100L0 100z',
  'M0 0h100A100 100 0 0 1 0 100z',
  'M0 50a50 50 0 0 1 100 0v50H0z',
  'M0 0h50a50 50 0 0 1 50 50v50H50A50 50 0 0 1 0 50z',
  'M50 14a36 36 0 1 1 0 72a36 36 0 1 1 0-72z',
  'M0 0h100v20H0zM0 40h100v20H0zM0 80h100v20H0z',
  'M0 0l50 50-50 50zM100 0L50 50l50 50z',
  'M100 0A100 100 0 0 0 0 100h34a66 66 0 0 1 66-66zM100 64a36 36 0 0 0-36 36h36z',
  'M50 0l50 50-50 50L0 50z',
];

const ICONS: Record<IconName, LucideIcon> = {
  'arrow-left': ArrowLeft,
  'arrow-right': ArrowRight,
  brain: Brain,
  'briefcase-business': BriefcaseBusiness,
  clapperboard: Clapperboard,
  coffee: Coffee,
  coins: Coins,
  compass: Compass,
  cpu: Cpu,
  dumbbell: Dumbbell,
  'graduation-cap': GraduationCap,
  'grid-3x3': Grid3x3,
  handshake: Handshake,
  'heart-pulse': HeartPulse,
  house: House,
  'layout-grid': LayoutGrid,
  menu: Menu,
  milestone: Milestone,
  moon: Moon,
  pencil: Pencil,
  'rows-3': Rows3,
  rss: Rss,
  search: Search,
  'share-2': Share2,
  sprout: Sprout,
  sun: Sun,
  utensils: Utensils,
  x: X,
};

/**
 * Every icon and fold shape as `<symbol>`s, HTML for inside one `<svg>`. Made on the server alone: in the browser it is
 * in the page already, so no drawing is part of the scripts a reader loads.
 */
export function renderSprite(): string {
  return renderToStaticMarkup(
    <>
      {FOLD_SHAPES.map((path, index) => (
        <symbol key={path} id={`fold-${index}`} viewBox="0 0 100 100">
          <path d={path} />
        </symbol>
      ))}
      {Object.entries(ICONS).map(([name, Drawing]) => (
        <symbol key={name} id={`icon-${name}`} viewBox="0 0 24 24">
          <Drawing style={{ strokeWidth: 'var(--stroke, 1.75)' }} />
        </symbol>
      ))}
    </>,
  );
}
