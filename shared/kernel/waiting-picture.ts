/**
 * The address of a picture that waits on one computer until it can be sent: `/uploads/waiting-` and a random UUID. No
 * stored picture has such a name. Drafts contain the address until the server has given the picture its own, and no
 * post is stored with it.
 */
const PREFIX = 'waiting-';
const UUID = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';
const NAME = new RegExp(`^${PREFIX}(${UUID})$`);
const ADDRESS = new RegExp(`^/uploads/${PREFIX}(${UUID})$`);
const MOST_OF_NAME = new RegExp(`${PREFIX}[0-9a-f-]{35}`);
const MENTION = new RegExp(`/uploads/${PREFIX}(${UUID})`, 'g');

/** The text for a waiting picture on the computer that has it. */
export const PICTURE_IS_HERE = 'On this computer, sent when the network is back';
/** The text in place of a waiting picture that another computer has. */
export const PICTURE_IS_ELSEWHERE = 'This picture is on another computer, and comes when that one reaches the server';
/** Why a post with a waiting picture is not stored. */
export const PICTURE_IS_NOT_SENT =
  'A picture of this post is still on the computer it was put in at. Connect that computer, or remove the picture.';

/** Return the file name of a waiting picture, and its address. */
export const waitingPictureName = (id: string): string => `${PREFIX}${id}`;
export const waitingPictureAddress = (id: string): string => `/uploads/${PREFIX}${id}`;

/** Returns the id in the file name of a waiting picture; null for any other file name. */
export const waitingPictureNamed = (filename: string): string | null => NAME.exec(filename)?.[1] ?? null;

/** Returns the id in the address of a waiting picture; null for any other address. */
export const waitingPictureAt = (address: string): string | null => ADDRESS.exec(address)?.[1] ?? null;

/** Returns the ids of the waiting pictures that a text names, each once. */
export function waitingPicturesIn(text: string): string[] {
  return [...new Set([...text.matchAll(MENTION)].map(([, id = '']) => id))];
}

/**
 * Whether a text that an edit removed was the address of a waiting picture. The edit leaves out what the two addresses
 * have in common: `/uploads/`, and possibly the last letter.
 */
export const wasWaitingPicture = (removed: string): boolean => MOST_OF_NAME.test(removed);

/**
 * Returns the text with the addresses of pictures that have been sent: `known` returns the address for an id, null for
 * a picture that still waits.
 */
export function withSentPictures(text: string, known: (id: string) => string | null): string {
  return text.replaceAll(MENTION, (address, id: string) => known(id) ?? address);
}
