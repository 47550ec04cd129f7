/** The bytes of a picture of the web with the name of its file; or why it could not be had, in words for the owner. */
export type FetchedPicture = { bytes: Buffer; name: string } | { reason: string };

/** Fetches a picture from a public address of the web; `address` begins with http. Never rejects for what the web does. */
export type FetchPicture = (address: string) => Promise<FetchedPicture>;
