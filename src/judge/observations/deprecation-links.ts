/** No longer one is read. */
const LONGEST = 4_000;
const SUCCESSOR = 'successor-version';
const RELATIONS = ['deprecation', 'sunset', SUCCESSOR];

/** Answers the links of a `Link` header that speak of a deprecation, as they were written (RFC 8288, RFC 8594, RFC 9745). */
export function deprecationLinks(header: string): string[] {
  if (header.length > LONGEST) return [];
  const links = header.match(/<[^>]*>(?:[^,"]|"(?:[^"\\]|\\.)*")*/g) ?? [];
  return links.map((link) => link.trim()).filter((link) => RELATIONS.some((relation) => hasRelation(link, relation)));
}

/** Tells whether a link leads to what replaces the operation (RFC 5829). */
export function isSuccessorLink(link: string): boolean {
  return hasRelation(link, SUCCESSOR);
}

/** One link may have several relations, parted by blanks; only its first `rel` counts. */
function hasRelation(link: string, relation: string): boolean {
  const parameters = link.slice(link.indexOf('>') + 1);
  const [, quoted, token = ''] = /;\s*rel\s*=\s*(?:"([^"]*)"|([^\s;,"]+))/i.exec(parameters) ?? [];
  return (quoted ?? token).toLowerCase().split(/\s+/).includes(relation);
}
