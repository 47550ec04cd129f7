import { createContext, type ReactNode, useContext } from 'react';
import type { SuggestionKind } from '#shared/contract/suggestions.ts';
import type { PostSession } from '../editor/index.ts';
import type { OwnCommands } from './own-commands.ts';
import type { Suggester } from './suggester-states.ts';

/** The model's help inside the post whose form is open. */
export interface Help {
  suggester: Suggester;
  /** The post as it is in the form. */
  post: PostSession;
  commands: OwnCommands;
  /**
   * Opens the card and moves the focus to it. In the end the focus goes back to `from`, or without it to the element
   * that has the focus now.
   */
  open(kind: SuggestionKind, given?: Parameters<Suggester['open']>[1], from?: HTMLElement | null): void;
  /** Called when the card is closed: the focus goes back to where it came from, or into the text. */
  giveFocusBack(): void;
}

const HelpContext = createContext<Help | null>(null);

export function HelpProvider({ help, children }: { help: Help; children: ReactNode }) {
  return <HelpContext value={help}>{children}</HelpContext>;
}

/** Returns the help inside the post of this form; null elsewhere. */
export function useHelp(): Help | null {
  return useContext(HelpContext);
}
