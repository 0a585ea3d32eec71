/** A path with parameters in braces, such as `/inventory/{petId}`, split into its segments. */
export interface PathTemplate {
  readonly segments: readonly string[];
  readonly parameters: readonly string[];
}

/** The parameters of a path, decoded. One whose percent escapes are broken is undefined. */
export type PathParameters = Readonly<Record<string, string | undefined>>;

const PARAMETER = /\{(\w+)\}/g;

/** Parses a template. A slash at its start is not part of its first segment. */
export function parseTemplate(path: string): PathTemplate {
  return { segments: path.replace(/^\//, '').split('/'), parameters: templateParameters(path) };
}

export function templateParameters(path: string): string[] {
  return [...path.matchAll(PARAMETER)].map(([, name]) => String(name));
}

/** Matches a path, as it was sent, from `from` on. Segments are decoded one by one, so `%2F` never splits one. Undefined: it does not match. */
export function matchTemplate(template: PathTemplate, path: string, from = 0): PathParameters | undefined {
  const sent = path.slice(from).split('/');
  if (sent.length !== template.segments.length) return undefined;
  const parameters: Record<string, string | undefined> = {};
  for (const [index, expected] of template.segments.entries()) {
    const segment = decodeSegment(sent[index] as string);
    if (expected.startsWith('{')) parameters[expected.slice(1, -1)] = segment;
    else if (segment !== expected) return undefined;
  }
  return parameters;
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

interface Routed {
  readonly method: string;
  readonly path: string;
  readonly address: 'base' | 'messages';
}

export interface Route<Op> {
  /** Whether the path lies under one of the service's addresses at all. */
  readonly isServed: boolean;
  /** The operation of the path: that of the method (of GET for HEAD), else the first one. */
  readonly operation: Op | undefined;
  readonly requested: Op | undefined;
  /** The methods of the path; HEAD beside GET. */
  readonly allowed: readonly string[];
  /** The parameter of the path, decoded; undefined where it has none or its escapes are broken. */
  readonly pathId: string | undefined;
}

/** An address of operations, parsed once because every request is compared with it. */
export interface ServiceAddress {
  /** The whole address, without a slash at the end. */
  readonly url: string;
  readonly origin: string;
  /** The path without a slash at the end: `/v1`, or `''` for the root. */
  readonly path: string;
}

/** The service's two addresses, often the same (open question `messages-base-url`). */
export interface ServiceAddresses {
  readonly base: ServiceAddress;
  readonly messages: ServiceAddress;
}

/** What of a request leads to its route. Without an origin every origin is the service's. */
export interface RequestTarget {
  readonly path: string;
  readonly origin?: string | undefined;
  readonly method?: string;
}

/** Finds the operation of a request. `//` and a trailing slash make another path, which no operation has. */
export type Router<Op> = (target: RequestTarget, addresses: ServiceAddresses) => Route<Op>;

export function createRouter<Op extends Routed>(operations: Readonly<Record<string, Op>>): Router<Op> {
  const paths = groupByPath(Object.values(operations));
  return (target, { base, messages }) => {
    const belowBase = startBelow(base, target);
    const belowMessages = messages.url === base.url ? belowBase : startBelow(messages, target);
    for (const { template, address, operations: here, allowed } of paths) {
      const start = address === 'base' ? belowBase : belowMessages;
      const parameters = start === undefined ? undefined : matchTemplate(template, target.path, start);
      const pathId = parameters?.[template.parameters[0] ?? ''];
      if (parameters === undefined || pathId === '') continue;
      const requested = here.find(({ method }) => method === target.method);
      const nearest = target.method === 'HEAD' ? here.find(({ method }) => method === 'GET') : undefined;
      return { isServed: true, operation: requested ?? nearest ?? here[0], requested, allowed, pathId };
    }
    return { ...nowhere, isServed: (belowBase ?? belowMessages) !== undefined };
  };
}

const nowhere = { operation: undefined, requested: undefined, allowed: [], pathId: undefined };

function groupByPath<Op extends Routed>(operations: readonly Op[]) {
  const paths = new Set(operations.map(({ address, path }) => `${address} ${path}`));
  return [...paths].map((name) => {
    const here = operations.filter(({ address, path }) => `${address} ${path}` === name);
    const [{ address, path }] = here as [Op];
    return { address, template: parseTemplate(path), operations: here, allowed: methodsOf(here) };
  });
}

export function methodsOf(operations: readonly Pick<Routed, 'method'>[]): readonly string[] {
  return [...new Set(operations.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method])))];
}

export function isServedAt({ base, messages }: ServiceAddresses, target: RequestTarget): boolean {
  return (startBelow(base, target) ?? startBelow(messages, target)) !== undefined;
}

/** Returns where the first segment below an address begins, which may be the end; undefined outside the address. */
function startBelow(address: ServiceAddress, { path, origin }: RequestTarget): number | undefined {
  if (origin !== undefined && origin !== address.origin) return undefined;
  const { length } = address.path;
  if (!path.startsWith(address.path)) return undefined;
  if (path.length === length) return length;
  return path[length] === '/' ? length + 1 : undefined;
}
