/**
 * The bytes of a picture from the web with its file name; or the reason why it could not be fetched, in words for the
 * owner.
 */
export type FetchedPicture = { bytes: Buffer; name: string } | { reason: string };

/**
 * Fetches a picture from a public address of the web; `address` begins with http. Never rejects for an error of the
 * network or the other server.
 */
export type FetchPicture = (address: string) => Promise<FetchedPicture>;
