/** The pages of the control room, in the order of the navigation. */
export const pages = {
  overview: 'Overview',
  stock: 'Stock',
  requests: 'Requests',
  faults: 'Faults',
  behaviour: 'Behaviour',
  worlds: 'Worlds',
  api: 'API',
} as const;

export type PageName = keyof typeof pages;

export interface Route {
  readonly page: PageName;
  /** Of the request that is shown in full: `#/requests/17`. */
  readonly number: number | undefined;
  /** Id of the open question that is looked for: `#/behaviour/ban-threshold`. */
  readonly question: string | undefined;
}

/** Reads the fragment of an address, such as `#/stock`. What leads nowhere leads to the overview. */
export function readRoute(hash: string): Route {
  const [, page = '', rest = ''] = /^#\/([a-z]+)(?:\/(\d{1,15}|[a-z][a-z\d-]*))?$/.exec(hash) ?? [];
  if (!Object.hasOwn(pages, page)) return { page: 'overview', number: undefined, question: undefined };
  return {
    page: page as PageName,
    number: page === 'requests' && /^\d/.test(rest) ? Number(rest) : undefined,
    question: page === 'behaviour' && /^[a-z]/.test(rest) ? rest : undefined,
  };
}
