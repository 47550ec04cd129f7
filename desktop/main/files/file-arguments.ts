import path from 'node:path';

/** What the app opens when the system hands it over; as electron-builder.yml says, and the dialog that opens files. */
const TEXT = /\.(?:md|markdown|txt)$/i;

/**
 * The text files among a program's arguments, absolute: Windows and Linux hand them over so. Options and links are none, and
 * neither is a path to another computer, which would be given the owner's name and a proof of the password by opening it.
 * @param args without the program itself
 * @param folder the arguments were given in
 */
export function filesOfArguments(args: readonly string[], folder: string): string[] {
  return args
    .filter((arg) => TEXT.test(arg) && !arg.startsWith('-') && !isElsewhere(arg))
    .map((arg) => path.resolve(folder, arg));
}

/** Addresses, and `\\server\share` of Windows in both its spellings. */
const isElsewhere = (arg: string) => /^(?:[a-z][a-z0-9+.-]+:|[\\/]{2})/i.test(arg);
