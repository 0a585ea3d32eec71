/** What the fake needs of msw. The build for Node takes `msw-in-node.ts` in its place. */
export { HttpResponse, http } from 'msw';
