import type { SwaggerPlugin } from 'swagger-ui-dist/swagger-ui-es-bundle.js';

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
  swaggerUi({
    domNode,
    spec: options.description,
    plugins: [unmountedBy(ending.signal)],
    validatorUrl: null,
    docExpansion: 'list',
    defaultModelsExpandDepth: 0,
    showMutatedRequest: false,
    requestInterceptor: (request) => {
      Object.assign(request.headers, options.headers);
      // A stream of events would else go on for ever.
      request.signal = ending.signal;
      return request;
    },
  });
  return () => ending.abort();
}

/** Swagger UI keeps the root that it renders into to itself, so the way to end it is to let it render nothing. */
function unmountedBy(signal: AbortSignal): SwaggerPlugin {
  const subscribe = (changed: () => void) => {
    signal.addEventListener('abort', changed);
    return () => signal.removeEventListener('abort', changed);
  };
  return {
    wrapComponents: {
      App:
        (Original, { React }) =>
        (props) =>
          React.useSyncExternalStore(subscribe, () => signal.aborted) ? null : React.createElement(Original, props),
    },
  };
}
