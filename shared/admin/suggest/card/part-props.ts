import type { RefObject } from 'react';
import type { TextEdits } from '../../content-editor/index.ts';
import type { Suggester } from '../suggester-states.ts';

/** What every part of the card gets. */
export interface PartProps {
  suggester: Suggester;
  edits: RefObject<TextEdits | null>;
  isReadOnly: boolean;
  onDiscard: () => void;
  /** The card has closed itself: the focus goes on. */
  onClosed: () => void;
}
