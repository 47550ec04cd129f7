/** IPTC's word for a picture a trained model has made: https://cv.iptc.org/newscodes/digitalsourcetype/ */
const AI_MADE = 'http://cv.iptc.org/newscodes/digitalsourcetype/trainedAlgorithmicMedia';

/** What says so in a picture: search engines and networks read it, and tell those who look at the picture. */
export const AI_MADE_XMP = `<?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:Iptc4xmpExt="http://iptc.org/std/Iptc4xmpExt/2008-02-29/" Iptc4xmpExt:DigitalSourceType="${AI_MADE}"/></rdf:RDF></x:xmpmeta><?xpacket end="r"?>`;

/** Whether a picture's bytes say that a model has made it. Both ways of saying it, XMP and C2PA, have the word in clear. */
export function saysAiMade(bytes: Buffer): boolean {
  return bytes.includes(AI_MADE);
}
