/** A path with parameters in braces, such as `/inventory/{petId}`, split into its segments. */
export interface PathTemplate {
  readonly segments: readonly string[];
  readonly parameters: readonly string[];
}

/** The parameters of a path, decoded. One whose percent escapes are broken is undefined. */
export type PathParameters = Readonly<Record<string, string | undefined>>;

const PARAMETER = /\{(\w+)\}/g;
const NO_PARAMETERS: PathParameters = Object.freeze({});

/** Parses a template. A slash at its start is not part of its first segment. */
export function parseTemplate(path: string): PathTemplate {
  return { segments: path.replace(/^\//, '').split('/'), parameters: templateParameters(path) };
}

/** Returns the names of a template's parameters in order. */
export function templateParameters(path: string): string[] {
  return [...path.matchAll(PARAMETER)].map(([, name]) => String(name));
}

/**
 * Matches a path, as it was sent, against a template; `from` is where its first segment begins. Segments are decoded one by one, so
 * `%2F` never splits one; an empty segment is an empty parameter. Returns the parameters, or undefined where the path does not match.
 */
export function matchTemplate(template: PathTemplate, path: string, from = 0): PathParameters | undefined {
  const { segments } = template;
  let parameters: Record<string, string | undefined> | undefined;
  let start = from;
  for (let index = 0; index < segments.length; index++) {
    const slash = path.indexOf('/', start);
    // The last segment ends with the path, and no other does.
    if ((slash === -1) !== (index === segments.length - 1)) return undefined;
    const end = slash === -1 ? path.length : slash;
    const expected = segments[index] ?? '';
    const sent = path.slice(start, end);
    if (expected.startsWith('{')) {
      parameters ??= {};
      parameters[expected.slice(1, -1)] = decodeSegment(sent);
    } else if (sent !== expected && decodeSegment(sent) !== expected) return undefined;
    start = end + 1;
  }
  return parameters ?? NO_PARAMETERS;
}

function decodeSegment(segment: string): string | undefined {
  if (!segment.includes('%')) return segment;
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
}

/** Replaces the parameters of a template; one without a value stays as it is. */
export function fillTemplate(path: string, lookUp: (parameter: string) => string | undefined): string {
  return path.replace(PARAMETER, (placeholder, name: string) => lookUp(name) ?? placeholder);
}
