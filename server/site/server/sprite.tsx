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
  Search,
  Share2,
  Sprout,
  Sun,
  Utensils,
  X,
} from 'lucide-react';
import { renderToStaticMarkup } from 'react-dom/server';
import type { IconName } from '../components/icon.tsx';
import { FOLD_SHAPES } from './fold-shapes.ts';

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
