/**
 * The address of a picture that waits on one computer until it can be sent: `/uploads/waiting-` and a random UUID. No stored
 * picture has such a name. It stands in drafts until the picture has an address of the server's, and no post is stored with it.
 */
const PREFIX = 'waiting-';
const UUID = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';
const NAME = new RegExp(`^${PREFIX}(${UUID})$`);
const ADDRESS = new RegExp(`^/uploads/${PREFIX}(${UUID})$`);
const MOST_OF_NAME = new RegExp(`${PREFIX}[0-9a-f-]{35}`);
const MENTION = new RegExp(`/uploads/${PREFIX}(${UUID})`, 'g');

/** What is said of one where it is shown on the computer that has it. */
export const PICTURE_IS_HERE = 'On this computer, sent when the network is back';
/** What is said in the place of one that another computer has. */
export const PICTURE_IS_ELSEWHERE = 'This picture is on another computer, and comes when that one reaches the server';
/** Why a post that names one is not stored. */
export const PICTURE_IS_NOT_SENT =
  'A picture of this post is still on the computer it was put in at. Connect that computer, or remove the picture.';

/** The file name of a waiting picture, and its address. */
export const waitingPictureName = (id: string): string => `${PREFIX}${id}`;
export const waitingPictureAddress = (id: string): string => `/uploads/${PREFIX}${id}`;

/** The id in such a file name; null for any other. */
export const waitingPictureNamed = (filename: string): string | null => NAME.exec(filename)?.[1] ?? null;

/** The id in such an address; null for any other. */
export const waitingPictureAt = (address: string): string | null => ADDRESS.exec(address)?.[1] ?? null;

/** The ids of the waiting pictures that a text names, each once. */
export function waitingPicturesIn(text: string): string[] {
  return [...new Set([...text.matchAll(MENTION)].map(([, id = '']) => id))];
}

/**
 * Whether what was taken out of a text was such an address: without what it has in common with any, `/uploads/`, and with the
 * one that came in its place, a last letter.
 */
export const wasWaitingPicture = (removed: string): boolean => MOST_OF_NAME.test(removed);

/** The text with the addresses that are known by now: `known` gives one for an id, null for one that still waits. */
export function withSentPictures(text: string, known: (id: string) => string | null): string {
  return text.replaceAll(MENTION, (address, id: string) => known(id) ?? address);
}
