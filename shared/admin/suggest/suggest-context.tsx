import { createContext, type ReactNode, useContext } from 'react';
import type { SuggestionKind } from '#shared/contract/suggestions.ts';
import type { PostSession } from '../editor/index.ts';
import type { OwnCommands } from './own-commands.ts';
import type { Suggester } from './suggester-states.ts';

/** Help inside the post whose form is open. */
export interface Help {
  suggester: Suggester;
  /** The post as the form has it. */
  post: PostSession;
  commands: OwnCommands;
  /** Opens the card, and leads the focus there. `from` has it back in the end; what has it now, without. */
  open(kind: SuggestionKind, given?: Parameters<Suggester['open']>[1], from?: HTMLElement | null): void;
  /** The card is closed: the focus goes to where it came from, or into the text. */
  giveFocusBack(): void;
}

const HelpContext = createContext<Help | null>(null);

export function HelpProvider({ help, children }: { help: Help; children: ReactNode }) {
  return <HelpContext value={help}>{children}</HelpContext>;
}

/** Help inside the post whose form this is; null elsewhere. */
export function useHelp(): Help | null {
  return useContext(HelpContext);
}
