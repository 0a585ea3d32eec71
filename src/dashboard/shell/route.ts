/** The pages of the control room, in the order of the navigation. */
export const pages = {
  overview: 'Overview',
  stock: 'Stock',
  requests: 'Requests',
  contract: 'Contract',
  faults: 'Faults',
  behaviour: 'Behaviour',
  worlds: 'Worlds',
  api: 'API',
} as const;

export type PageName = keyof typeof pages;

/** The pages of a proxy, which has no state to change. */
const proxyPages: readonly PageName[] = ['overview', 'requests', 'contract', 'api'];

/** Returns the pages that there are, in the order of the navigation. */
export function pagesOf(isProxy: boolean): readonly PageName[] {
  return isProxy ? proxyPages : (Object.keys(pages) as PageName[]);
}

export interface Route {
  readonly page: PageName;
  /** Of the request that is shown in full: `#/requests/17`. */
  readonly number: number | undefined;
  /** Of the request that it is compared with: `#/requests/17-18`. */
  readonly other: number | undefined;
  /** Id of the open question that is looked for: `#/behaviour/ban-threshold`. */
  readonly question: string | undefined;
}

/** Parses the fragment of an address, such as `#/stock`. Unknown pages, and those that a proxy does not have, lead to the overview. */
export function readRoute(hash: string, isProxy = false): Route {
  const [, page = '', rest = ''] = /^#\/([a-z]+)(?:\/(\d{1,15}(?:-\d{1,15})?|[a-z][a-z\d-]*))?$/.exec(hash) ?? [];
  if (!(pagesOf(isProxy) as readonly string[]).includes(page))
    return { page: 'overview', number: undefined, other: undefined, question: undefined };
  const [number, other] = page === 'requests' && /^\d/.test(rest) ? rest.split('-').map(Number) : [];
  return {
    page: page as PageName,
    number,
    other,
    question: page === 'behaviour' && /^[a-z]/.test(rest) ? rest : undefined,
  };
}
