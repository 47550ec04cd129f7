import type { AppLink } from '#shared/contract/ipc.ts';
import { filesOfArguments } from './files/index.ts';
import { linkOfArguments, newLinkOfArguments, parseLink, parseNewLink } from './links/parse-link.ts';

/** What the system hands over to the app: a link, files to open, the text of a new draft, or nothing. */
export interface HandedOver {
  link: AppLink | null;
  files: readonly string[];
  /** The beginning of a new draft. */
  text: { name: string; text: string } | null;
}

export const ofLink = (address: string): HandedOver => ({
  link: parseLink(address),
  files: [],
  text: parseNewLink(address),
});

export const ofFile = (file: string): HandedOver => ({ link: null, files: [file], text: null });

/** @param args the program's arguments as Windows and Linux hand them over, with its own name first */
export const ofArguments = ([, ...args]: readonly string[], folder: string): HandedOver => ({
  link: linkOfArguments(args),
  files: filesOfArguments(args, folder),
  text: newLinkOfArguments(args),
});
