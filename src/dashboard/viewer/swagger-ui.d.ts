/** The few options of Swagger UI that the viewer uses. */
declare module 'swagger-ui-dist/swagger-ui-es-bundle.js' {
  import type { ComponentChildren, ComponentType, VNode } from 'preact';

  /** A request as it is about to be sent; what is beside these goes to fetch as it is. */
  export interface SwaggerRequest {
    headers: Record<string, string>;
    signal?: AbortSignal;
  }

  /** What a component is given: the way to others. `true` joins them to what Swagger UI knows. */
  export interface SwaggerProps {
    readonly getComponent: (name: string, isJoined?: true) => ComponentType<object>;
  }

  /** Swagger UI is made by a React of its own, and so is what is put into it. */
  export interface SwaggerSystem {
    readonly React: {
      createElement(
        type: ComponentType<object> | string,
        props?: object | null,
        ...children: ComponentChildren[]
      ): VNode;
      useSyncExternalStore<Value>(subscribe: (changed: () => void) => () => void, read: () => Value): Value;
    };
  }

  export type SwaggerPlugin = (system: SwaggerSystem) => {
    readonly components: Readonly<Record<string, (props: SwaggerProps) => VNode | null>>;
  };

  export interface SwaggerOptions {
    readonly domNode: HTMLElement;
    readonly spec: object;
    readonly plugins: readonly SwaggerPlugin[];
    /** Name of the component that holds all others. */
    readonly layout: string;
    readonly validatorUrl: null;
    readonly docExpansion: 'list';
    readonly defaultModelsExpandDepth: number;
    readonly syntaxHighlight: { readonly activated: boolean };
    /** Whether the curl line shows what the interceptor has put on. */
    readonly showMutatedRequest: boolean;
    readonly requestInterceptor: (request: SwaggerRequest) => SwaggerRequest;
  }

  const SwaggerUIBundle: (options: SwaggerOptions) => unknown;
  export default SwaggerUIBundle;
}
