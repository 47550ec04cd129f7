import path from 'node:path';

/**
 * The files that the app opens when the system hands them over. The same types are in electron-builder.yml and in the
 * dialog that opens files.
 */
const TEXT = /\.(?:md|markdown|txt)$/i;

/**
 * Returns the text files among a program's arguments, as absolute paths: Windows and Linux hand files over in this way.
 * Options and links are skipped. A path to another computer is skipped too: opening it would give that computer the
 * owner's name and a proof of the password.
 * @param args the arguments without the program itself
 * @param folder the folder that relative paths begin in
 */
export function filesOfArguments(args: readonly string[], folder: string): string[] {
  return args
    .filter((arg) => TEXT.test(arg) && !arg.startsWith('-') && !isElsewhere(arg))
    .map((arg) => path.resolve(folder, arg));
}

/** Addresses, and Windows paths of the form `\\server\share`, with backslashes or slashes. */
const isElsewhere = (arg: string) => /^(?:[a-z][a-z0-9+.-]+:|[\\/]{2})/i.test(arg);
