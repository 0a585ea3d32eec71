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
 * Matches the segments of a path, as they were sent, against a template. Segments are decoded one by one, so `%2F` never splits
 * one; an empty segment is an empty parameter. Returns the parameters, or undefined where the path does not match.
 */
export function matchTemplate(template: PathTemplate, segments: readonly string[]): PathParameters | undefined {
  if (template.segments.length !== segments.length) return undefined;
  let parameters: Record<string, string | undefined> | undefined;
  for (let index = 0; index < segments.length; index++) {
    const expected = template.segments[index] ?? '';
    const segment = segments[index] ?? '';
    const isParameter = expected.startsWith('{');
    if (segment === expected && !isParameter) continue;
    const decoded = decodeSegment(segment);
    if (isParameter) {
      parameters ??= {};
      parameters[expected.slice(1, -1)] = decoded;
    } else if (decoded !== expected) return undefined;
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
