/** The few options of Swagger UI that the viewer uses. */
declare module 'swagger-ui-dist/swagger-ui-es-bundle.js' {
  import type { ComponentType, VNode } from 'preact';

  /** A request as it is about to be sent; what is beside these goes to fetch as it is. */
  export interface SwaggerRequest {
    headers: Record<string, string>;
    signal?: AbortSignal;
  }

  /** What a plugin sees of Swagger UI, whose parts are made by a React of its own. */
  export interface SwaggerSystem {
    readonly React: {
      createElement(component: ComponentType<object>, props: object): VNode;
      useSyncExternalStore<Value>(subscribe: (changed: () => void) => () => void, read: () => Value): Value;
    };
  }

  export interface SwaggerPlugin {
    readonly wrapComponents: Readonly<
      Record<string, (original: ComponentType<object>, system: SwaggerSystem) => ComponentType<object>>
    >;
  }

  export interface SwaggerOptions {
    readonly domNode: HTMLElement;
    readonly spec: object;
    readonly plugins: readonly SwaggerPlugin[];
    readonly validatorUrl: null;
    readonly docExpansion: 'list';
    readonly defaultModelsExpandDepth: number;
    /** Whether the curl line shows what the interceptor has put on. */
    readonly showMutatedRequest: boolean;
    readonly requestInterceptor: (request: SwaggerRequest) => SwaggerRequest;
  }

  const SwaggerUIBundle: (options: SwaggerOptions) => unknown;
  export default SwaggerUIBundle;
}
