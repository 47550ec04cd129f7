/** Characters that no domain contains, and that would change the meaning of a web address. */
const NO_DOMAIN = /[\s/?#:@\\[\]%]/;
const PLAIN = /^[!-~]*$/;

/**
 * Returns an e-mail address with its domain as mail servers write it: in lower case, an international domain in its
 * ASCII form (RFC 5891), "info@münchen.example" → "info@xn--mnchen-3ya.example". An address without such a form is
 * returned unchanged.
 */
export function withPlainDomain(address: string): string {
  const at = address.lastIndexOf('@');
  if (at < 1) return address;
  const domain = address.slice(at + 1);
  if (PLAIN.test(domain)) return address.slice(0, at + 1) + domain.toLowerCase();
  const web = `http://${domain}`;
  if (NO_DOMAIN.test(domain) || !URL.canParse(web)) return address;
  return address.slice(0, at + 1) + new URL(web).hostname;
}
