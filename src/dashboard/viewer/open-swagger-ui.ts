import { mendNames } from './mend-names.js';
import { VIEWER_LAYOUT, viewerLayout } from './viewer-layout.js';

interface ViewOptions {
  /** OpenAPI, as it is to be shown. */
  readonly description: object;
  /** What goes on every request; no line of curl shows it. */
  readonly headers: Readonly<Record<string, string>>;
}

/** Loads the viewer: it is large, and nobody who does not open it should wait for it. */
export async function loadSwaggerUi() {
  const [bundle] = await Promise.all([
    import('swagger-ui-dist/swagger-ui-es-bundle.js'),
    import('swagger-ui-dist/swagger-ui.css'),
  ]);
  return bundle.default;
}

type SwaggerUi = Awaited<ReturnType<typeof loadSwaggerUi>>;

/** Shows a description in an element. Answers how to take it away again: its parts are unmounted, its requests are broken off. */
export function openSwaggerUi(swaggerUi: SwaggerUi, domNode: HTMLElement, options: ViewOptions): () => void {
  const ending = new AbortController();
  const { signal } = ending;
  swaggerUi({
    domNode,
    spec: options.description,
    plugins: [viewerLayout(signal)],
    layout: VIEWER_LAYOUT,
    validatorUrl: null,
    docExpansion: 'list',
    defaultModelsExpandDepth: 0,
    // Its colours are made for one theme.
    syntaxHighlight: { activated: false },
    showMutatedRequest: false,
    requestInterceptor: (request) => {
      Object.assign(request.headers, options.headers);
      // A stream of events would else go on for ever.
      request.signal = signal;
      return request;
    },
  });
  mendNames(domNode, signal);
  return () => ending.abort();
}
