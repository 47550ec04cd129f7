import type { RefObject } from 'react';
import type { TextEdits } from '../../content-editor/index.ts';
import type { Suggester } from '../suggester-states.ts';

/** The props of every part of the card. */
export interface PartProps {
  suggester: Suggester;
  edits: RefObject<TextEdits | null>;
  isReadOnly: boolean;
  onDiscard: () => void;
  /** Called when the card has closed itself: the focus moves on. */
  onClosed: () => void;
}
